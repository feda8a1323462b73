-- run.lua [--verbose] [build folder]: applies every rule to the source tree, and to samples which it must pass
-- or fail. Run it from the top of the tree with the module on the path. --verbose prints notes too.
local verbose, build = false, 'build'
for _, word in ipairs(arg) do
   if word == '--verbose' then verbose = true else build = word end
end

local rules = { 'includes', 'links', 'length', 'systems', 'beyond', 'style', 'paths', 'symbols', 'globals', 'names',
   'reference', 'readmes' }

local passed, failed = 0, 0
local function count(ok, name)
   if ok then passed = passed + 1 else failed = failed + 1 end
   if not ok then print('FAILED: ' .. name) end
end

local function finding(kind)
   return function(path, line, text)
      print(('%s:%d: %s%s'):format(path, line, kind, text))
   end
end

local tree = require('check.tree').from_disk(build)
for _, file in ipairs(rules) do
   local rule = require('check.' .. file)
   local found = 0
   local show, note = finding '', verbose and finding 'note: ' or function() end
   rule.check(tree, function(...)
      found = found + 1
      show(...)
   end, note)
   count(found == 0, rule.name)
   require('check.selftest')(rule, count)
end
print(('%d passed, %d failed'):format(passed, failed))
os.exit(failed == 0 and 0 or 1)
