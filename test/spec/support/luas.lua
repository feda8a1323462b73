-- luas.lua: the interpreters of this machine that can load the module, for specs that mix them.
local files = require 'spec.support.files'

local luas = {}

local version_here = _VERSION:match '%d%.%d'
local module = package.cpath:gsub(';.*', '')

local function has_module(version)
   local here = '/' .. version_here:gsub('%.', '%%.') .. '/'
   local path = module:gsub(here, '/' .. version .. '/'):gsub('%?', 'tensor/core')
   local file = io.open(path)
   if file then file:close() end
   return file ~= nil
end

-- Names of interpreters of other kinds than this one, two at most.
function luas.others()
   local found = {}
   for name, version in pairs { luajit = '5.1', ['lua5.1'] = '5.1', ['lua5.2'] = '5.2', ['lua5.3'] = '5.3',
      ['lua5.4'] = '5.4', ['lua5.5'] = '5.5' } do
      local here = rawget(_G, 'jit') and 'luajit' or 'lua' .. version_here
      if name ~= here and has_module(version) and #files.lines_of('command -v ' .. name) > 0 then
         found[#found + 1] = name
      end
   end
   table.sort(found)
   return { found[1], found[#found] ~= found[1] and found[#found] or nil }
end

return luas
