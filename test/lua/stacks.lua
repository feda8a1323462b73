-- stacks.lua: what test_stacks.c runs on little stack. Returns the number of jobs and a function that runs one: the
-- rows of the module that compute elements, in tensors of a size that is cut into parts, and the examples of help,
-- which make the rest of its calls (solvers, transforms, files, pictures).
local examples = require 'tensor.help.examples'
local calls = require 'spec.support.calls'
local places = require 'spec.support.places'
local prompted = require 'spec.support.prompted'

local unpack = table.unpack or unpack
local jobs = {}

-- Adds the calls of one type and size, of which some are large enough to be cut. Errors are what some calls are about:
-- they must not take more stack either.
local function add_calls(dtype, size, is_due)
   for k, call in ipairs(calls()) do
      if is_due(k, call) then
         jobs[#jobs + 1] = function()
            local at = places.new { dtype = dtype, size = size, layout = k % 2 == 0 and 'transposed' or 'contiguous',
               offset = 0, generator_kind = 'philox' }
            pcall(function() return call.run(unpack(call.make(at))) end)
         end
      end
   end
end

for n, dtype in ipairs { 'float', 'half', 'long' } do -- each call for one of the types, reductions for all
   add_calls(dtype, 'cut', function(k, call) return call.chapter == 'reduce' or k % 12 == n end)
   add_calls(dtype, 'odd', function(k, call) return call.chapter ~= 'reduce' and k % 3 == n % 3 and k % 12 ~= n end)
end

-- Not those that start processes, whose own stacks they are.
local names = {}
for name, example in pairs(examples) do
   if not example:find 'process' and not example:find 'io%.popen' then names[#names + 1] = name end
end
table.sort(names)
for _, name in ipairs(names) do
   jobs[#jobs + 1] = function() prompted.output_of(examples[name]) end
end

return #jobs, function(k) jobs[k]() end
