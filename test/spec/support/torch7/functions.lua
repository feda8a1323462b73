-- functions.lua: calls every function of Torch7 in every form and with every type. Compares the results, and
-- the operands after the call, with plain Lua (the other files of this folder).
local assert = require 'luassert'
local apart = require 'spec.support.torch7.apart'
local arguments = require 'spec.support.torch7.arguments'
local lapack = require 'spec.support.torch7.lapack'
local made = require 'spec.support.torch7.made'
local plain = require 'spec.support.torch7.plain'
local tables = require 'spec.support.torch7.tables'

local torch = package.loaded.torch or require 'tensor'
local unpack = table.unpack or unpack

local reference = {}
for _, part in ipairs { 'elements', 'reduce', 'index', 'made' } do
   for name, f in pairs(require('spec.support.torch7.' .. part)) do reference[name] = f end
end

-- --- comparing ---

local tolerance = { Float = 2e-6, Double = 1e-13, Half = 1e-3 }

local function near(type, a, b)
   return a == b or math.abs(a - b) <= (tolerance[type] or 0) * math.max(1, math.abs(a), math.abs(b))
end

local function text(x)
   if type(x) ~= 'table' then return tostring(x) end
   return ('%s %s {%s}'):format(tostring(x.type), table.concat(x.size or {}, 'x'), table.concat(x, ' '))
end

-- Returns nil if got is as expected, else a description of the difference.
local function difference(got, expected, of)
   local kind = type(expected)
   if kind == 'table' and expected.storage then
      got, expected = got:totable(), expected.storage
   elseif kind == 'table' and expected.table then
      expected = expected.table
   elseif kind == 'table' and not expected.size then
      for i = 1, math.max(#got, #expected) do
         local wrong = difference(got[i], expected[i], of)
         if wrong then return ('%d: %s'):format(i, wrong) end
      end
      return
   elseif kind == 'table' then
      if not torch.isTensor(got) then return ('%s is no tensor'):format(tostring(got)) end
      local x = plain.of(got)
      local wrong = x.type ~= expected.type or #x ~= #expected or #x.size ~= #expected.size
      for d = 1, #x.size do wrong = wrong or x.size[d] ~= expected.size[d] end
      for k = 1, #x do wrong = wrong or not near(x.type, x[k], expected[k]) end
      return wrong and ('%s instead of %s'):format(text(x), text(expected))
   elseif kind == 'number' then
      if type(got) ~= 'number' and not near(of, tonumber(got), expected) then return tostring(got) end
      return not near(of, tonumber(got), expected) and ('%.17g instead of %.17g'):format(got, expected)
   end
   local same = pcall(assert.same, expected, got)
   return not same and ('%s instead of %s'):format(tostring(got), tostring(expected))
end

-- --- calling ---

-- The operands of a form, as text.
local function operands_of(form, first)
   local words = {}
   for k = first, #form.items do
      local item = form.items[k]
      if not item.result then words[#words + 1] = item.kind end
   end
   return table.concat(words, ' ')
end

-- True if the object of a method's form is its result: then a function has a form with the same operands but
-- without it.
local function writes_self(forms, form)
   if form.how ~= 'm' or not (form.items[1] and form.items[1].isself) then return false end
   for _, item in ipairs(form.items) do if item.default == 'arg1' then return true end end
   for _, other in ipairs(forms) do
      local is_same = operands_of(other, 1) == operands_of(form, 2)
      if other.how == 'fn' and other.text:find 'res' and is_same then return true end
   end
   return false
end

local function function_of(form, row, dtype, object)
   if form.how == 'fn' then return torch[row.name] end
   return torch.isTensor(object) and object[row.name] or torch[dtype .. 'Tensor'][row.name]
end

-- Checks the results of a call against the plain ones, and that its operands are unchanged.
local function judge(call, got, expected)
   for i, x in ipairs(expected) do
      local wrong = difference(got[i], x, call.type)
      if wrong then return wrong end
      if call.results[i] and not rawequal(got[i], call.results[i]) then return 'the result given is not returned' end
   end
   for _, kept in ipairs(call.kept) do
      local wrong = not kept.changed and difference(kept.tensor, kept.plain)
      if wrong then return 'an operand changed: ' .. wrong end
   end
end

local function judge_lapack(call, got)
   local results = {}
   for i, t in ipairs(got) do
      results[i] = plain.of(t)
      if call.results[i] and not rawequal(t, call.results[i]) then return 'the result given is not returned' end
   end
   for _, pair in ipairs { lapack[call.name](results, unpack(call.operands, 1, call.operands.n)) } do
      for k = 1, #pair[2] do
         if math.abs(pair[1][k] - pair[2][k]) > (call.type == 'Float' and 1e-4 or 1e-12) then
            return ('%s instead of %s'):format(text(pair[1]), text(pair[2]))
         end
      end
   end
end

local function pack(...) return { n = select('#', ...), ... } end

local function try(row, forms, dtype, form, way)
   local changes = row.kind == 'method' and row.in_place_when_method == 'yes'
   local packed = pack(arguments(row.name, dtype, form, way, writes_self(forms, form), changes))
   local call = table.remove(packed, 1)
   local f = function_of(form, row, dtype, call.arguments[1])
   if not f then return 'there is no such function or method' end
   made.restart()
   torch.manualSeed(42)
   local got = pack(pcall(f, unpack(call.arguments, 1, call.n)))
   if not got[1] then return tostring(got[2]) end
   table.remove(got, 1)
   if lapack[row.name] then return judge_lapack(call, got) end
   local expected = pack(reference[row.name](call, unpack(call.operands, 1, call.operands.n)))
   return judge(call, got, expected)
end

local functions = {}

-- Calls all forms of a row with a type: visit(text, message) gets the text of each form, and an error or nil.
-- All forms of a function in apart.lua count as one.
function functions.try(row, dtype, visit)
   local default = torch.getdefaulttensortype()
   torch.setdefaulttensortype(('torch.%sTensor'):format(row.kind == 'method' and 'Double' or dtype))
   local forms = tables.forms(row)
   for _, call in ipairs(apart[row.name] and {} or tables.calls(row)) do
      local ok, message = pcall(try, row, forms, dtype, call.form, call.way)
      visit(call.text, (not ok or message) and tostring(message) or nil)
   end
   torch.setdefaulttensortype(default)
   if apart[row.name] then
      local x = torch[dtype .. 'Tensor'] { { 1, 2, 3 }, { 4, 5, 6 } }
      local ok, message = pcall(apart[row.name], assert, torch, dtype, x)
      visit(row['accepted call forms'], not ok and tostring(message) or nil)
   end
end

return functions
