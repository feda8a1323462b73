-- Rule: doc/reference has exactly the pages that script/reference makes from the rows.
local function check(tree, report)
   local wanted = tree.pages()
   for path, text in tree:each '^doc/reference/' do
      if wanted[path] ~= text then report(path, 0, 'is not what the rows give; script/reference writes it') end
   end
   for path in pairs(wanted) do
      if not tree.files[path] then report(path, 0, 'is missing; script/reference writes it') end
   end
end

local function sample(files)
   local wanted = { ['doc/reference/a.md'] = 'a', ['doc/reference/b.md'] = 'b' }
   return { files = files, pages = function() return wanted end }
end

return {
   name = 'the reference is what the rows give',
   check = check,
   good = { sample { ['doc/reference/a.md'] = 'a', ['doc/reference/b.md'] = 'b', ['doc/c.md'] = 'c' } },
   bad = {
      sample { ['doc/reference/a.md'] = 'a' },
      sample { ['doc/reference/a.md'] = 'a', ['doc/reference/b.md'] = 'other' },
      sample { ['doc/reference/a.md'] = 'a', ['doc/reference/b.md'] = 'b', ['doc/reference/c.md'] = 'c' },
   },
}
