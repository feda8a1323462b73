-- Rule: loading the module, or any of its files, sets no global variable.
local function keys(t)
   local set = {}
   for key in pairs(t) do set[key] = true end
   return set
end

return {
   name = 'no globals',
   check = function(tree, report)
      local globals = tree.globals or _G
      local before = keys(globals)
      tree.module()
      for path in tree:each('^lua/tensor/.*%.lua$') do
         local name = path:match('^lua/(.*)%.lua$'):gsub('/init$', ''):gsub('/', '.')
         require(name)
      end
      for key in pairs(globals) do
         if not before[key] then report('lua/tensor', 0, 'sets the global ' .. tostring(key)) end
      end
   end,
   good = { { globals = {}, module = function() end } },
   bad = {
      (function()
         local globals = {}
         return { globals = globals, module = function() globals.torch = {} end }
      end)(),
   },
}
