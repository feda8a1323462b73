-- tensor/jit.lua: fast x[i], x[{i, j}], x:dim(), x:size(d), x:stride(d) and x:nElement() for loops that LuaJIT
-- compiles; views.lua has what makes views.
-- Elements and headers are read by FFI, so that they become part of the trace. Only the plain cases are handled
-- here. Every other case, and every error, goes to the C code (lua/chapters/index.c, lua/chapters/tensor.c),
-- which gives the same results. The interpreter runs FFI slower than C functions, so this is installed only if
-- the compiler is on.
-- Invariant: memory is read as a tensor's only if the value is a userdata with a tensor's metatable and magic word.
-- A script can dress a value with __metatable, so debug.getmetatable is asked, as it was when this file was loaded.
local ffi, bit, views = require 'ffi', require 'bit', require 'tensor.views'
local cast, band, bnot, floor, huge = ffi.cast, bit.band, bit.bnot, math.floor, math.huge
local type, rawget, metatable_of, tonumber, select = type, rawget, debug.getmetatable, tonumber, select

-- Headers and storages are read as arrays of 32-bit words: even in the interpreter a word is a plain number,
-- whereas 64-bit integers and pointers are objects. A value fits 31 bits if its high word is 0 and its low word is
-- not negative; wider values are left to C. core.places tells where the fields are, so these places always agree
-- with C.
local words, addresses = ffi.typeof 'int32_t *', ffi.typeof 'void **'

-- For each type, how to read and write the element at a place of data; bits is the same memory as words. A nil
-- from read, or a false from write, leaves the element to C.
local function read_plain(data, at) return data[at] end

local function write_plain(data, at, v)
   data[at] = v
   return true
end

local function whole(element, least, most)
   return {
      pointer = ffi.typeof(element .. ' *'),
      read = read_plain,
      write = function(data, at, v)
         if not (v >= least and v <= most) then return false end
         data[at] = v
         return true
      end,
   }
end

-- A NaN is left to C: its bits could look like another kind of Lua value. So the exponent's bits are tested
-- before reading.
local function floating(element, step, high, exponent)
   return {
      pointer = ffi.typeof(element .. ' *'),
      read = function(data, at, bits)
         if band(bits[step * at + high], exponent) ~= exponent then return data[at] end
      end,
      write = write_plain,
   }
end

local long = whole('int64_t', -2 ^ 53, 2 ^ 53)
function long.read(data, at)
   local e = tonumber(data[at])
   if e > -2 ^ 53 and e < 2 ^ 53 then return e end
end

local bool = whole('uint8_t')
function bool.read(data, at) return data[at] ~= 0 and 1 or 0 end
function bool.write(data, at, v)
   data[at] = v ~= 0 and 1 or 0
   return true
end

local accesses = {
   ByteTensor = whole('uint8_t', 0, 2 ^ 8 - 1), CharTensor = whole('int8_t', -2 ^ 7, 2 ^ 7 - 1),
   ShortTensor = whole('int16_t', -2 ^ 15, 2 ^ 15 - 1), UInt16Tensor = whole('uint16_t', 0, 2 ^ 16 - 1),
   IntTensor = whole('int32_t', -2 ^ 31, 2 ^ 31 - 1), LongTensor = long, BoolTensor = bool,
   FloatTensor = floating('float', 1, 0, 0x7f800000), DoubleTensor = floating('double', 2, 1, 0x7ff00000),
}

-- The distance in elements from the start of a dimension to position i; infinite if i is no valid position.
-- size and stride are the places of these fields in the header.
local function along(t, i, size, stride)
   local n, step = t[size], t[stride]
   if type(i) ~= 'number' then return huge end
   if i < 0 then i = i + n + 1 end
   local is_plain = i >= 1 and i <= n and floor(i) == i and t[size + 1] == 0 and step >= 0 and t[stride + 1] == 0
   return is_plain and (i - 1) * step or huge
end

-- The distance of the element that k names, a number or a table; size and stride are the places for the first
-- of n dimensions.
local function distance(t, n, k, size, stride)
   if type(k) == 'number' then return along(t, k, size, stride) end
   if n < 1 or n > 4 or rawget(k, n + 1) ~= nil then return huge end
   local far = along(t, rawget(k, 1), size, stride)
   if n > 1 then far = far + along(t, rawget(k, 2), size + 2, stride + 2) end
   if n > 2 then far = far + along(t, rawget(k, 3), size + 4, stride + 4) end
   if n > 3 then far = far + along(t, rawget(k, 4), size + 6, stride + 6) end
   return far
end

-- One element may stand at several positions of an expanded tensor: whether it may be written is for C to say, which
-- raises unless require 'torch' allows it. (A dimension of size 1 may have stride 0 too; this also goes to C.)
local function is_expanded(t, n, stride)
   return t[stride] == 0 or n > 1 and t[stride + 2] == 0
      or n > 2 and t[stride + 4] == 0 or n > 3 and t[stride + 6] == 0
end

-- A function that tells whether the words t, of a userdata with a tensor's metatable, are a tensor's:
-- debug.setmetatable can give that metatable to any userdata. like: a tensor.
local function magic_test(at, like)
   local MAGIC, words_of_like = at.magic, cast(words, like)
   local low, high = words_of_like[MAGIC], words_of_like[MAGIC + 1]
   return function(t) return t[MAGIC] == low and t[MAGIC + 1] == high end
end

-- Returns a function that finds element k, a number or a table, of a plain tensor u. It returns the data as a
-- pointer to the type and as words, and the element's place; or nothing if C has to do it. In the interpreter a
-- pointer is an object. Making one may run the collector, and so a finalizer that resizes the storage or takes
-- it from the tensor. Hence the order: make all pointers, check after each that header and storage are
-- unchanged, and make no object between the last check and the access.
local function finder(at, is_tensor)
   local SIZE, STRIDE, STORAGE, OFFSET = at.size, at.stride, at.storage, at.offset
   local NDIM, KIND, LAYOUT = at.nDimension, at.kind, at.layout
   local DATA, COUNT, DATA_KIND, FLAG = at.data, at.count, at.dataKind, at.flag

   -- others: the storage flags that leave an access to C
   return function(u, k, dtype, pointer, others, writes)
      local t = cast(words, u)
      if not is_tensor(t) then return end
      local low, high, n = t[STORAGE], t[STORAGE + 1], t[NDIM]
      if type(k) == 'number' and n ~= 1 then return end
      if low == 0 and high == 0 or t[KIND] ~= dtype or t[OFFSET] < 0 or t[OFFSET + 1] ~= 0 then return end
      local storage = cast(addresses, u)[STORAGE / 2]
      local s, fields = cast(words, storage), cast(addresses, storage)
      if t[STORAGE] ~= low or t[STORAGE + 1] ~= high then return end
      local data_low, data_high = s[DATA], s[DATA + 1]
      local data = fields[DATA / 2]
      local elements, bits = cast(pointer, data), cast(words, data)
      if t[STORAGE] ~= low or t[STORAGE + 1] ~= high or s[DATA] ~= data_low or s[DATA + 1] ~= data_high
         or s[DATA_KIND] ~= dtype or s[COUNT + 1] ~= 0 or band(s[FLAG], others) ~= 0
         or t[LAYOUT] ~= 0 or t[LAYOUT + 1] ~= 0 then return end
      -- A count beyond 31 bits with a high word of 0 reads as negative: no place is below it.
      local place = t[OFFSET] + distance(t, n, k, SIZE, STRIDE)
      if place < s[COUNT] and not (writes and is_expanded(t, n, STRIDE)) then return elements, place, bits end
   end
end

-- Returns a function that makes the metamethods of a type. view(u, k, stock): x[k] as a view (views.lua). All types
-- have the same __newindex in C. The fewer upvalues each closure has of its own, the less a collection has to walk.
local function maker(find, view, at, c_newindex)
   local unreadable, unwritable = bnot(at.readable), bnot(at.writable)

   return function(mt, dtype, stock, access)
      local c_index, pointer, read, write = mt.__index, access.pointer, access.read, access.write

      local function index(u, k)
         local kind = type(k)
         if kind == 'string' and mt[k] then return mt[k] end
         if (kind == 'number' or kind == 'table') and type(u) == 'userdata' and metatable_of(u) == mt then
            local data, place, bits = find(u, k, dtype, pointer, unreadable, false)
            local e = data and read(data, place, bits) or view(u, k, stock)
            if e then return e end
         end
         return c_index(u, k)
      end

      local function newindex(u, k, v)
         local kind = type(k)
         if type(v) == 'number' and (kind == 'number' or kind == 'table') and type(u) == 'userdata'
            and metatable_of(u) == mt then
            local data, place = find(u, k, dtype, pointer, unwritable, true)
            if data and write(data, place, v) then return end
         end
         return c_newindex(u, k, v)
      end

      return index, newindex
   end
end

-- The size at a place of the header; infinite if it does not fit 31 bits.
local function size_at(t, place)
   return t[place + 1] == 0 and t[place] >= 0 and t[place] or huge
end

-- Replaces the method that counts the elements of a tensor of one to four dimensions.
local function count_elements(methods, name, at, kinds, is_tensor)
   local NDIM, SIZE, c_method = at.nDimension, at.size, methods[name]

   methods[name] = function(...)
      local u = ...
      if select('#', ...) == 1 and type(u) == 'userdata' and kinds[metatable_of(u)] then
         local t = cast(words, u)
         local n = is_tensor(t) and t[NDIM] or 0
         if n >= 1 and n <= 4 then
            local count = size_at(t, SIZE)
            if n > 1 then count = count * size_at(t, SIZE + 2) end
            if n > 2 then count = count * size_at(t, SIZE + 4) end
            if n > 3 then count = count * size_at(t, SIZE + 6) end
            if count < 2 ^ 53 then return count end -- false for 0 times infinite too
         end
      end
      return c_method(...)
   end
end

-- Replaces the methods that read a number from the header. kinds: the metatables of tensors.
local function read_headers(methods, at, kinds, is_tensor)
   local NDIM, c_dim = at.nDimension, methods.dim

   function methods.dim(...)
      local u = ...
      if select('#', ...) == 1 and type(u) == 'userdata' and kinds[metatable_of(u)] then
         local t = cast(words, u)
         if is_tensor(t) then return t[NDIM] end
      end
      return c_dim(...)
   end

   for _, name in ipairs { 'size', 'stride' } do
      local first, c_method = at[name], methods[name]
      methods[name] = function(...)
         local u, d = ...
         if type(d) == 'number' and select('#', ...) == 2 and type(u) == 'userdata' and kinds[metatable_of(u)] then
            local t = cast(words, u)
            local n = is_tensor(t) and t[NDIM] or 0
            local i = d < 0 and d + n or d - 1
            local place = first + 2 * i
            if i >= 0 and i < n and floor(i) == i and t[place] >= 0 and t[place + 1] == 0 then return t[place] end
         end
         return c_method(...)
      end
   end
end

-- Installs these metamethods and methods in the metatables of core. Returns false unless the machine is
-- little-endian with 64-bit pointers.
local function install(core)
   if not (ffi.abi 'le' and ffi.abi '64bit') then return false end
   local at, dtype, kinds = core.places(), 1, {}
   local is_tensor = magic_test(at, core.FloatTensor())
   local view = views.install(core, metatable_of, kinds)
   local metamethods = maker(finder(at, is_tensor), view, at, core.metatable(dtype).__newindex)
   while core.metatable(dtype) do
      local mt = core.metatable(dtype)
      kinds[mt] = views.new_stock(dtype)
      local name = mt.__typename:match '%w+$'
      if accesses[name] then
         mt.__index, mt.__newindex = metamethods(mt, dtype, kinds[mt], accesses[name])
      end
      dtype = dtype + 1
   end
   read_headers(core.Tensor, at, kinds, is_tensor)
   for _, name in ipairs { 'nElement', 'numel' } do count_elements(core.Tensor, name, at, kinds, is_tensor) end
   return true
end

return { install = install }
