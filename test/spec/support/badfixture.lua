-- badfixture.lua: the tensors that the wrong calls in badcalls.lua use, and how to run such a call.
local unpack = table.unpack or unpack

-- Calls the finalizer twice, as a script could.
local function collected(object)
   getmetatable(object).__gc(object)
   getmetatable(object).__gc(object)
   return object
end

-- Returns n arguments of value 1.
local function many(n)
   local list = {}
   for k = 1, n do list[k] = 1 end
   return unpack(list)
end

local fixture = {}

-- Makes the tensors, by name.
function fixture.make(tensor)
   tensor.setMemoryBudget() -- a random call may have set one
   local f = {
      tensor = tensor, nan = 0 / 0, inf = math.huge, collected = collected, many = many, loop = {},
      x = tensor.FloatTensor { { 1, 2, 3 }, { 4, 5, 6 } },
      v = tensor.FloatTensor { 1, 2, 3, 4 },
      b = tensor.ByteTensor { { 1, 0, 1 }, { 0, 1, 0 } },
      l = tensor.LongTensor { 1, 2 },
      i = tensor.IntTensor { 3, 0, -2 },
      e = tensor.FloatTensor({ { 1, 2, 3 } }):expand(4, 3),
      u = tensor.FloatTensor(),
      empty = tensor.FloatTensor():resize(0, 3),
      s = tensor.FloatStorage { 1, 2, 3, 4 },
      t8 = tensor.zeros(1, 1, 1, 1, 1, 1, 1, 2),
      scalar = tensor.FloatTensor():set(tensor.FloatStorage { 7 }, 1, {}, {}),
      shrunk = tensor.FloatTensor { 1, 2, 3, 4 },
   }
   f.loop[1] = f.loop
   f.shrunk:storage():resize(2)
   f.part = tensor.FloatStorage(f.s, 2, 2)
   return f
end

-- Compiles a call: an expression, or a statement such as x[1] = 2.
function fixture.compile(code, names)
   local environment = setmetatable(names, { __index = _G })
   local chunk, message
   for _, text in ipairs { 'local _ = ' .. code, code } do
      if setfenv then
         chunk, message = loadstring(text, '=call')
         if chunk then return setfenv(chunk, environment) end
      else
         chunk, message = load(text, '=call', 't', environment)
         if chunk then return chunk end
      end
   end
   error(code .. ': ' .. message)
end

-- A text of everything that a wrong call must not change: types, sizes, strides and elements.
function fixture.snapshot(names)
   local lines = {}
   for name, value in pairs(names) do
      local storage = value
      local text = ''
      if type(value) == 'userdata' and value.stride then
         text = value:type() .. table.concat(value:size():totable(), 'x') .. ' '
            .. table.concat(value:stride():totable(), ',') .. ' ' .. value:storageOffset()
         storage = value:storage()
      end
      if type(storage) == 'userdata' then
         lines[#lines + 1] = name .. ' ' .. text .. ' ' .. table.concat(storage:totable(), ' ')
      end
   end
   table.sort(lines)
   return table.concat(lines, '\n')
end

return fixture
