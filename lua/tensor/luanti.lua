-- tensor/luanti.lua: loads the module in Luanti (Minetest) with mod security, where scripts have no require. A mod that
-- the setting secure.trusted_mods names says, with a folder that holds tensor/ and in it core.so:
--    local outside = core.request_insecure_environment()
--    local tensor = outside.dofile(folder .. '/tensor/luanti.lua')(outside, folder)
-- Invariant: the files of the module see the globals of the insecure environment, those that are loaded at first use
-- too; the game's scripts never do. This file is run with the game's globals, so it uses none.
return function(outside, folder)
   local require = outside.require
   function outside.require(name) -- which the files of the module find
      local before = outside.getfenv(0)
      outside.setfenv(0, outside) -- what a file is loaded with
      local good, value = outside.pcall(require, name)
      outside.setfenv(0, before)
      if not good then outside.error(value, 0) end
      return value
   end
   local package = outside.package
   package.path = folder .. '/?.lua;' .. folder .. '/?/init.lua;' .. package.path
   package.cpath = folder .. '/?.so;' .. package.cpath
   return outside.require 'tensor'
end
