-- peer_files.lua: the recorded files of test/data/formats, and a comparison of tensors with what is noted there.
local assert = require 'luassert'
local tensor = require 'tensor'

local peer_files = { cases = dofile 'test/data/formats/peers.lua' }

local function row_major(sizes)
   local strides, step = {}, 1
   for d = #sizes, 1, -1 do
      strides[d] = step
      step = step * math.max(sizes[d], 1)
   end
   return strides
end

-- Elements as text, so that NaN equals NaN; complex ones as their parts.
local function texts(values)
   local list = {}
   for k, value in ipairs(values) do
      if type(value) == 'table' then value = value[1] .. ' ' .. value[2] end
      list[k] = value ~= value and 'nan' or tostring(tonumber(value) and value + 0.0 or value)
   end
   return list
end

local function elements(x)
   local flat = x:contiguous():view(-1)
   if x:isComplex() then
      local list = {}
      for k = 1, flat:size(1) do list[k] = { flat:real()[k] + 0.0, flat:imag()[k] + 0.0 } end
      return list
   end
   return flat:double():totable()
end

local function wanted_elements(values)
   for k, value in ipairs(values) do
      if type(value) == 'table' then values[k] = { value[1] + 0.0, value[2] + 0.0 } end
   end
   return values
end

-- Raises unless x is as noted.
function peer_files.check(noted, x)
   assert.equal(noted.type, x:type())
   assert.same(noted.sizes, x:size():totable())
   assert.same(noted.strides or row_major(noted.sizes), x:stride():totable())
   if #noted.values == 0 then
      assert.equal(0, x:nElement())
   else
      assert.same(texts(wanted_elements(noted.values)), texts(elements(x)))
   end
end

-- Raises unless the table has exactly the tensors noted.
function peer_files.check_all(noted, found)
   for name in pairs(found) do assert.truthy(noted[name], name) end
   for name, one in pairs(noted) do
      assert.truthy(tensor.isTensor(found[name]), name)
      peer_files.check(one, found[name])
   end
end

return peer_files
