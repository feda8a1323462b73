-- selftest.lua: a rule must report nothing for its good samples and something for each bad one.
local tree = require 'check.tree'

return function(rule, count)
   for _, kind in ipairs { 'good', 'bad' } do
      assert(#rule[kind] > 0, rule.name .. ' has no ' .. kind .. ' sample')
      for i, sample in ipairs(rule[kind]) do
         local first
         sample.files = sample.files or {}
         rule.check(setmetatable(sample, tree), function(path, line, text)
            first = first or ('%s:%d: %s'):format(path, line, text)
         end, function() end)
         count((first ~= nil) == (kind == 'bad'),
            ('%s: %s sample %d: %s'):format(rule.name, kind, i, first or 'nothing was found'))
      end
   end
end
