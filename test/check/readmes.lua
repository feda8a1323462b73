-- Rule: every folder of sources has a README.md, which says what lives there, what it may include, and where a new
-- thing goes. In test only the first level needs one: deeper folders mirror those of the sources.
local function check(tree, report)
   local seen = {}
   for path in tree:each('^lib/', '^lua/', '^test/') do
      local folder = path:find '^test/' and path:match '^test/[^/]+' or path:match '^(.*)/[^/]+$'
      local is_folder = folder ~= path
      if is_folder and not seen[folder] then
         seen[folder] = true
         if not tree.files[folder .. '/README.md'] then report(folder, 0, 'has no README.md') end
      end
   end
end

return {
   name = 'folders say what they are for',
   check = check,
   good = {
      { files = { ['lib/TH/base/a.c'] = '', ['lib/TH/base/README.md'] = '' } },
      { files = { ['test/TH/base/a.c'] = '', ['test/TH/README.md'] = '' } },
      { files = { ['cmake/a.cmake'] = '' } },
   },
   bad = {
      { files = { ['lib/TH/base/a.c'] = '', ['lib/TH/README.md'] = '' } },
      { files = { ['lua/tensor/a.lua'] = '' } },
      { files = { ['test/TH/base/a.c'] = '', ['test/TH/base/README.md'] = '' } },
   },
}
