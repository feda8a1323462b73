-- arguments.lua: the arguments for the items of Torch7's forms: tensors of small numbers, which every type
-- holds, with sizes and values that suit the function.
local torch = require 'tensor'
local plain = require 'spec.support.torch7.plain'

local unpack = table.unpack or unpack

-- Sizes of a function's tensor operands, in order; all others are 2x3.
local sizes = {
   mv = { { 2, 3 }, { 3 } }, mm = { { 2, 3 }, { 3, 4 } }, bmm = { { 2, 2, 3 }, { 2, 3, 2 } }, ger = { { 2 }, { 3 } },
   addmv = { { 2 }, { 2, 3 }, { 3 } }, addmm = { { 2, 4 }, { 2, 3 }, { 3, 4 } }, addr = { { 2, 3 }, { 2 }, { 3 } },
   baddbmm = { { 2, 2, 2 }, { 2, 2, 3 }, { 2, 3, 2 } }, addbmm = { { 2, 2 }, { 2, 2, 3 }, { 2, 3, 2 } },
   match = { { 2, 3 }, { 4, 3 } }, t = { { 2, 3 } }, expand = { { 1, 3 } }, expandAs = { { 1, 3 }, { 2, 3 } },
   orgqr = { { 4, 3 }, { 3 } }, ormqr = { { 3, 3 }, { 3 }, { 3, 3 } },
   indexAdd = { { 3, 2 }, { 2, 2 } }, indexCopy = { { 3, 2 }, { 2, 2 } }, scatter = { { 1, 3 } },
   viewAs = { { 2, 3 }, { 3, 2 } }, squeeze = { { 2, 1, 3 } }, split = { { 5, 2 } }, chunk = { { 5, 2 } },
   unfold = { { 5, 2 } }, resizeAs = { { 2, 3 }, { 3, 4 } }, copy = { { 2, 3 }, { 3, 2 } },
   gesv = { { 3, 2 }, { 3, 3 } }, trtrs = { { 3, 2 }, { 3, 3 } }, gels = { { 4, 2 }, { 4, 3 } }, symeig = { { 3, 3 } },
   inverse = { { 3, 3 } }, eig = { { 3, 3 } }, svd = { { 4, 3 } }, qr = { { 4, 3 } }, geqrf = { { 4, 3 } },
   potrf = { { 3, 3 } }, potri = { { 3, 3 } }, potrs = { { 3, 2 }, { 3, 3 } }, pstrf = { { 3, 3 } },
}
local by_rank = { { 3 }, { 2, 3 }, { 2, 2, 3 } }
local pictures = { [2] = { { 4, 5 }, { 2, 2 } }, [3] = { { 2, 4, 5 }, { 2, 2, 2 } }, [4] = { nil, { 3, 2, 2, 2 } } }
local volumes = { [3] = { { 3, 4, 5 }, { 2, 2, 2 } }, [4] = { { 2, 3, 4, 5 }, { 2, 2, 2, 2 } },
   [5] = { nil, { 3, 2, 2, 2, 2 } } }

local function size_of(name, item, k)
   if name:find 'conv2$' or name:find 'corr2$' then return pictures[item.rank][k] end
   if name:find 'conv3$' or name:find 'corr3$' then return volumes[item.rank][k] end
   return sizes[name] and sizes[name][k] or by_rank[item.rank or 2]
end

-- Functions that change their result in place, so it must have the size of the operands.
local filled = {}
for name in ('fill zero scatter uniform normal cauchy logNormal exponential geometric bernoulli random'):gmatch '%S+' do
   filled[name] = true
end

-- A matrix with a diagonal of large positive numbers: regular, positive definite, and with real eigenvalues.
local function strong(index, k) return index[1] == index[2] and 4 + index[1] or (k % 3) / 4 end

local function symmetric(index)
   return index[1] == index[2] and 4 + index[1] or (index[1] + index[2]) / 4
end

local contents = {
   gesv = strong, trtrs = strong, gels = strong, inverse = strong, eig = symmetric, symeig = symmetric,
   potrf = symmetric, potri = strong, potrs = strong, pstrf = symmetric,
}

-- Functions that ask for the layout get contiguous operands.
local in_rows = { stride = true, isContiguous = true, view = true, viewAs = true }

-- Makes a tensor with the elements of a plain one. Matrices with odd k are stored by columns.
local function tensor_of(x, k)
   local make = torch[x.type .. 'Tensor']
   local t = make():resize(torch.LongStorage(x.size))
   if #x.size == 2 and k % 2 == 1 then t = make(x.size[2], x.size[1]):t() end
   plain.each(x.size, function(index, at) t[torch.LongStorage(index)] = x[at] end)
   return t
end

local whole = { Byte = true, Char = true, Short = true, Int = true, Long = true }
local function elements(type, size, k, f)
   return plain.make(type, size, function(index, at)
      if f then return f(index, at) end
      local x = (at * 3 + k * 5) % 7 + 1
      return whole[type] and x or x / 8
   end)
end

-- Positions, masks and the like, by function.
local positions = {
   gather = { size = { 1, 3 }, 2, 1, 2 }, scatter = { size = { 1, 3 }, 2, 1, 2 }, index = { size = { 3 }, 2, 1, 2 },
}
local function positions_of(name)
   local x = positions[name] or { size = { 2 }, 2, 1 }
   x.type = 'Long'
   return x
end

local numbers = {
   clamp = { 2, 5 }, fill = { 3 }, add = { 2 }, csub = { 2 }, bitand = { 3 }, bitor = { 3 }, bitxor = { 3 },
   lshift = { 1 }, rshift = { 1 }, lerp = { 0.25, 3, 0.5 }, eye = { 2, 3 }, linspace = { 1, 2, 5 },
   logspace = { 0, 1, 5 }, range = { 1, 7, 2 }, histc = { 4, 0, 1 }, bhistc = { 4, 0, 1 }, diag = { 1 },
   tril = { 1 }, triu = { 1 }, norm = { 3 }, renorm = { 2, 0.5 }, dist = { 3 }, randperm = { 5 },
   multinomial = { 2 }, pstrf = { 0 }, geometric = { 0.25 }, exponential = { 2 }, cauchy = { 1, 2 },
   normal = { 1, 2 }, logNormal = { 0.5, 1 }, uniform = { -1, 3 }, acos = { 0.5 }, asin = { 0.5 },
   bernoulli = { 0.25 }, random = { 2, 5 }, indexFill = { 3 }, maskedFill = { 3 },
}
-- Fractions, for types that can hold them; the numbers above are for whole elements.
local fractions = { clamp = { 0.25, 0.5 } }

local lists = {
   sizes = { expand = { 2, 3 }, reshape = { 3, 2 }, view = { 3, 2 }, repeatTensor = { 2, 2 } },
   dims = { permute = { 2, 1 } },
}

-- Turns the text of a default into a value.
local function default_of(call, item)
   local text = item.default
   if text == 'lastdim' then return #call.first.size end
   if text == 'true' or text == 'false' then return text == 'true' end
   return tonumber(text) or text
end

-- For each kind of item, a function that adds its argument to a call and its meaning to the operands.
local give = {}

function give.number(call)
   call.numbers = call.numbers + 1
   local list = not whole[call.type] and fractions[call.name] or numbers[call.name] or { 2, 2, 2 }
   return list[call.numbers] or 2
end
give.count = function() return 2 end
give.index, give.first, give.size, give.step = give.count, function() return 1 end, give.count, give.count
function give.dim(call, item)
   if call.name == 'transpose' then
      call.numbers = call.numbers + 1
      return call.numbers
   end
   return item.default == 'lastdim' and 1 or call.name == 'squeeze' and 2 or call.name == 'cross' and 2 or 1
end
function give.boolean() return true end
function give.gen()
   local gen = torch.Generator()
   torch.manualSeed(gen, 42)
   return gen
end
give['function'] = function() return function(a, b, c) return a + (b or 1) + 2 * (c or 0) end end
function give.any() return 1 end
function give.LongStorage(call)
   local list = lists.sizes[call.name] or { 2, 3 }
   return torch.LongStorage(list), list
end
give['V/F'] = function() return 'F' end
give['U/L'], give['N/V'] = function() return 'L' end, function() return 'V' end
give['N/T'], give['N/U'] = function() return 'T' end, function() return 'U' end
give['L/R'], give['A/S'] = function() return 'R' end, function() return 'A' end
give.string = function() return 'torch.FloatTensor' end
give.table = function() return {}, nil end

function give.LongTensor(call)
   local x = positions_of(call.name)
   return tensor_of(x, 0), x
end

local function tensor(call, item)
   call.tensors = call.tensors + 1
   local kind = item.kind:match '^(%a*)Tensor$'
   local size = size_of(call.name, item, call.tensors)
   local is_mask = call.name:find '^masked' and kind == 'Byte'
   local x = elements(kind ~= '' and kind or call.type, size, call.tensors, contents[call.name])
   if is_mask then for k = 1, #x do x[k] = k % 2 end end
   if call.name == 'nonzero' or call.type == 'Byte' and (call.name == 'all' or call.name == 'any') then x[2] = 0 end
   return tensor_of(x, (is_mask or in_rows[call.name]) and 0 or call.tensors), x
end
give.Tensor, give.FloatTensor, give.DoubleTensor, give.ByteTensor = tensor, tensor, tensor, tensor

function give.tensors(call)
   local a, x = tensor(call, { kind = 'Tensor' })
   local b, y = tensor(call, { kind = 'Tensor' })
   return { a, b }, { x, y }
end

-- The tensor given as a result. Its size differs from the right one, unless the function changes it in place.
local function result(call, item)
   local kind = item.kind:match '^(%a*)Tensor$' or ''
   local size = filled[call.name] and { 2, 3 } or item.rank and ({ { 4 }, { 3, 1 }, { 1, 1, 2 } })[item.rank] or { 4 }
   local x = elements(kind ~= '' and kind or call.type, size, 1)
   return tensor_of(x, 1), x
end

local function add(call, value)
   call.n = call.n + 1
   call.arguments[call.n] = value
end

local function operate(call, x)
   call.operands.n = call.operands.n + 1
   call.operands[call.operands.n] = x
   if type(x) == 'table' and x.size and not call.first then call.first = x end
end

local function add_result(call, item)
   local t, x = result(call, item)
   call.out = call.out or x
   call.results[call.place] = t
   add(call, t)
end

-- The object of a method: the result, the operand, or both if it stands for a missing operand.
local function add_self(call, item)
   if call.writes and not call.stands then return add_result(call, item) end
   local t, x = tensor(call, item)
   add(call, t)
   if not call.stands then operate(call, x) end
   call.object = x
   call.kept[#call.kept + 1] = { tensor = t, plain = x, changed = call.writes or call.changes }
   if call.writes then
      call.out = x
      call.results[1] = t
   end
end

local function add_operand(call, item)
   local list = lists[item.kind]
   if list then
      for _, value in ipairs(list[call.name] or { 2, 3 }) do
         add(call, value)
         operate(call, value)
      end
      return
   end
   local f = give[item.kind] or error('what to give for ' .. item.text .. ' in ' .. call.name)
   local value, meaning = f(call, item)
   add(call, value)
   if item.kind == 'gen' or item.kind == 'table' then return end
   operate(call, meaning == nil and value or meaning)
   if torch.isTensor(value) then call.kept[#call.kept + 1] = { tensor = value, plain = meaning } end
end

--[[ Makes the call of a form with a type in one way. Fields:
arguments, n    the arguments
operands        their meaning in plain Lua, without results and with defaults filled in
results, out    the tensors given for results, by place; the first one in plain Lua, before the call
kept            the operands, to check that they did not change
writes          whether the object of the method is the result; stands: whether it stands for a missing operand too
]]
return function(name, type, form, way, writes, changes)
   local call = {
      name = name, type = type, form = form, arguments = {}, n = 0, operands = { n = 0 }, results = {}, kept = {},
      numbers = 0, tensors = 0, place = 0, writes = writes, changes = changes,
   }
   for k, item in ipairs(form.items) do call.stands = call.stands or item.default == 'arg1' and not way[k] end
   for k, item in ipairs(form.items) do
      if item.result or item.isself then call.place = call.place + 1 end
      if way[k] then
         if item.result then add_result(call, item)
         elseif item.isself then add_self(call, item)
         else add_operand(call, item) end
      elseif item.result and call.type == 'Long' then -- a LongTensor may be either result
         call.place = call.place - 1
      elseif item.default == 'arg1' then
         operate(call, call.object)
      elseif item.default and item.kind ~= 'gen' then
         if item.kind == 'number' then call.numbers = call.numbers + 1 end
         operate(call, default_of(call, item))
      end
   end
   return call, unpack(call.arguments, 1, call.n)
end
