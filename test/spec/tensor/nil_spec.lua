-- An explicit nil is an argument left out, behind the arguments and in the place of optional ones; nil for a needed
-- argument is an error that names it.
local tensor = require 'tensor'
local child = require 'spec.support.child'

describe('nil', function()
   it('behind the arguments changes no example of help', function()
      local output = child.output [[
         local prompted = require 'spec.support.prompted'
         local examples = require 'tensor.help.examples'
         local unpack = table.unpack or unpack
         local function with_nil(f)
            return function(...) return f(unpack({ ... }, 1, select('#', ...) + 1)) end
         end
         assert(#tensor.rows > 0) -- which makes all functions
         local types = { tensor, tensor.Tensor }
         for _, value in pairs(tensor) do
            if type(value) == 'table' and value.dtype then types[#types + 1] = value end
         end
         local called = 0
         for _, place in ipairs(types) do
            for name, f in pairs(place) do
               if type(f) == 'function' and not name:find '^__' then place[name] = with_nil(f) end
            end
         end
         for name, example in pairs(examples) do
            local shown, got = prompted.shown_by(example), prompted.output_of(example)
            local same = prompted.neutral(shown) == prompted.neutral(got)
            if not same and not prompted.lacks_library(got) then print(name, got) end
            called = called + 1
         end
         assert(called > 300, called)
      ]]
      assert.equal('', output)
   end)

   it('stands for an optional argument in the middle, and for a result', function()
      local x = tensor.FloatTensor { { 1, 4 }, { 3, 2 } }
      local storage = x:storage()
      assert.same({ { 4 }, { 3 } }, (x:topk(1, nil, true)):totable())
      assert.same({ { 4, 1 }, { 3, 2 } }, (tensor.sort(nil, nil, x, nil, true)):totable())
      local positions = tensor.LongTensor()
      local values = tensor.max(nil, positions, x, 1)
      assert.same({ { 3, 4 } }, values:totable())
      assert.same({ { 2, 1 } }, positions:totable())
      assert.same({ { 2, 8 }, { 6, 4 } }, x:clone():add(nil, x):totable())
      assert.same({ 1, 4 }, tensor.FloatTensor(storage, nil, { 2 }, nil):totable())
      assert.same({ 1, 4 }, tensor.FloatTensor():set(storage, nil, { 2 }, nil):totable())
      assert.same({ 2, 3 }, tensor.FloatTensor(2, 3, nil):size():totable())
      for _ = 1, 3 do assert.equal(10, x:sum(nil, nil)) end -- also when the match is remembered
      assert.same({ { 4, 6 } }, x:sum(1, nil):totable())
   end)

   it('for a needed argument is named', function()
      local x = tensor.ones(2, 2)
      local errors = {
         ['add: b is nil: got %(torch.FloatTensor of size 2x2, nil%)'] = function() x:add(nil) end,
         ['add: a is nil'] = function() tensor.add(nil, x) end,
         ['narrow: dim is nil'] = function() x:narrow(nil, 1, 1) end,
         ['narrow: count is nil'] = function() x:narrow(1, 1, nil) end,
         ['abs: a is nil'] = function() tensor.abs(nil) end,
         ['apply: f is nil'] = function() x:apply(nil) end,
         ['zeros: size is nil'] = function() tensor.zeros(nil) end,
      }
      for message, call in pairs(errors) do assert.error_matches(call, message) end
      assert.error_matches(function() tensor.zeros(2, nil, 3) end, 'zeros: got %(number, nil, number%)')
      assert.error_matches(function() x:narrow('no', nil, 1) end, 'narrow: got')
   end)

   it('before sizes or numbers is an error, not a result that is left out', function()
      local calls = {
         zeros = { 2 }, ones = { 2, 3 }, empty = { 2 }, rand = { 2 }, randn = { 2 }, eye = { 2 }, randperm = { 2 },
         range = { 1, 2 }, linspace = { 1, 2 }, logspace = { 1, 2 }, full = { { 2 }, 3 },
      }
      local unpack = table.unpack or unpack
      for name, arguments in pairs(calls) do
         assert.error_matches(function() tensor[name](nil, unpack(arguments)) end,
            name .. ': argument 1 is nil; a size or a result was expected')
         assert.equal('torch.FloatTensor', tensor[name](unpack(arguments)):type())
      end
      assert.has_error(function() tensor.FloatTensor(nil, 2) end)
      local x = tensor.ones(2)
      assert.equal(2, tensor.add(nil, x, x)[1])
      assert.equal(4, tensor.cat(nil, { x, x }):nElement())
      assert.equal(2, x:rand(nil, 2):nElement())              -- the object is the result
   end)

   it('is a value where any value is taken', function()
      assert.is_false(tensor.isTensor(nil))
      assert.is_nil(tensor.typename(nil))
      assert.equal('nil', tensor.type(nil))
      assert.has_error(function() tensor.isTensor() end)
   end)
end)
