-- tensor/views.lua: x[i], x[{i, {j, k}}], x:narrow() and x:select() for loops that LuaJIT compiles; for
-- tensor/jit.lua.
-- Only the plain cases are handled, by the functions of lua/chapters/plain.c, which compiled code calls by FFI. They
-- cannot make a userdata, so there is a stock of empty tensors for each type: one of them becomes the view.
-- Invariant: a tensor is out of its stock before it becomes a view, and nothing between the two lines that take it
-- makes an object: that could run a finalizer, which may take one too.
local ffi = require 'ffi'
local type, next, rawget, select = type, next, rawget, select

-- Tensors in a stock. They are made at once, which leaves the trace: row "narrow".
local MOST = 32

local struct = [[struct {
   int (*narrow)NUMBERS, (*select)NUMBERS, (*slice)NUMBERS;
   int (*window)(void *, void *, int, double, double, double, double, double, double, double, double);
} *]]

-- What a list says of one dimension: 1 and a position, 2 and the ends of a range, or 0 if it is nil. Nothing for other
-- values, which are left to C. The keys of a range must be 1 or 1 and 2, so that none is overlooked.
local function part(e)
   if type(e) == 'number' then return 1, e, e end
   if e == nil then return 0, 0, 0 end
   if type(e) ~= 'table' then return end
   local key, first = next(e)
   if key == nil then return 2, 1, -1 end
   if key ~= 1 or type(first) ~= 'number' then return end
   local second, last = next(e, 1)
   if second == nil then return 2, first, first end
   if second == 2 and type(last) == 'number' and next(e, 2) == nil then return 2, first, last end
end

-- A stock for tensors of a dtype; at first it has none.
local function new_stock(dtype) return { n = 0, dtype = dtype } end

-- Replaces the methods of core and returns a function that gives x[k] as a view of x, or nothing if C has to do it.
-- stocks: by metatable.
local function install(core, metatable_of, stocks)
   local functions = core.plainViews()
   local c = ffi.cast(struct:gsub('NUMBERS', '(void *, void *, double, double, double)'), functions)
   local fill, slice, window = core.stock, c.slice, c.window

   -- May give nil: the finalizers that fill runs may take all.
   local function take(stock)
      if stock.n == 0 then fill(stock, stock.dtype, MOST) end
      local n = stock.n
      if n == 0 then return end
      local view = stock[n]
      stock[n], stock.n = nil, n - 1
      return view
   end

   -- made: 1 if the view was made, 0 if it is still in stock. Otherwise it was lost: a hook that ran between the two
   -- lines that took it took it as well.
   local function result(stock, view, made)
      if made == 1 then return view end
      if made == 0 then stock.n, stock[stock.n + 1] = stock.n + 1, view end
   end

   -- make is a function of its own because LuaJIT compiles none that begins with a variable number of arguments: it
   -- is compiled where the loop around the call is not.
   local function replace(name, numbers)
      local c_method, plain = core.Tensor[name], c[name]
      local function make(u, i, j, k)
         local stock = type(u) == 'userdata' and stocks[metatable_of(u)]
         if stock and type(i) == 'number' and type(j) == 'number' and (numbers < 3 or type(k) == 'number') then
            local view = take(stock)
            return result(stock, view, plain(view, u, i, j, k or 0))
         end
      end
      core.Tensor[name] = function(...)
         local view = select('#', ...) == numbers + 1 and make(...)
         if view then return view end
         return c_method(...) -- a tail call: errors name the script's line
      end
   end
   replace('narrow', 3)
   replace('select', 2)

   return function(u, k, stock)
      if type(k) == 'number' then
         local view = take(stock)
         return result(stock, view, slice(view, u, k, 0, 0))
      end
      if rawget(k, 5) ~= nil then return end
      local kind1, i1, j1 = part(rawget(k, 1))
      local kind2, i2, j2 = part(rawget(k, 2))
      local kind3, i3, j3 = part(rawget(k, 3))
      local kind4, i4, j4 = part(rawget(k, 4))
      if not (kind1 and kind2 and kind3 and kind4) then return end
      local kinds, view = kind1 + 4 * kind2 + 16 * kind3 + 64 * kind4, take(stock)
      return result(stock, view, window(view, u, kinds, i1, j1, i2, j2, i3, j3, i4, j4))
   end
end

return { new_stock = new_stock, install = install }
