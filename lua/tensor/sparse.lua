-- tensor/sparse.lua: tables of the types of sparse tensors (tensor.sparse.FloatTensor, tensor.csr.FloatTensor, and on
-- devices tensor.cuda.sparse.FloatTensor, tensor.cuda.csr.FloatTensor), and how such tensors are written to files and
-- read. What is read goes through the constructors, which check everything.
local unpack = table.unpack or unpack    -- luacheck: ignore 143
local sparse = {}

local layouts = { 'sparse', 'csr' }

local function fail(format, ...) error(format:format(...), 0) end

-- A table in which the types of a layout are found by the ends of their names, as FloatTensor.
local function types_of(tensor, layout, device, call)
   return setmetatable({}, {
      __call = call,
      __index = function(types, name)
         for _, T in ipairs(tensor.tensorTypes { layout = layout, device = device }) do
            types[T.name:match '[^.]*$'] = T
         end
         return rawget(types, name)
      end,
   })
end

-- Adds the tables. tensor.sparse is also the function that makes sparse tensors.
function sparse.install(tensor, core)
   local make = core.sparse
   tensor.sparse = types_of(tensor, 'sparse', 'cpu', function(_, ...) return make(...) end)
   tensor.csr = types_of(tensor, 'csr', 'cpu')
end

-- Adds the tables of the types of devices to tensor.cuda.
function sparse.install_devices(tensor, cuda)
   for _, layout in ipairs(layouts) do cuda[layout] = types_of(tensor, layout, 'cuda') end
end

-- --- files ---

local writers = {}

function writers.sparse(x, file)
   file:writeObject(x:size())
   file:writeObject(x:indices())
   file:writeObject(x:values())
end

function writers.csr(x, file)
   file:writeObject(x:size())
   file:writeObject(x:crowIndices())
   file:writeObject(x:colIndices())
   file:writeObject(x:values())
end

-- How a tensor that is not strided is written; nil for a strided one.
function sparse.writer_of(x)
   local layout = x:layout()
   if layout == 'strided' then return nil end
   return writers[layout] or fail('writeObject: a %s cannot be written; toDense() makes it strided', x:type())
end

-- Reads the object of a type, which is called with its parts.
local function read(tensor, T, file)
   local sizes, parts = file:readObject(), {}
   if tensor.typename(sizes) ~= 'torch.LongStorage' then
      fail('read: the sizes of a %s are a %s', T.name, tensor.type(sizes))
   end
   for k = 1, T:layout() == 'csr' and 3 or 2 do
      parts[k] = file:readObject()
      if not tensor.isTensor(parts[k]) then fail('read: a part of a %s is a %s', T.name, tensor.type(parts[k])) end
   end
   parts[#parts + 1] = sizes
   return T(unpack(parts))
end

-- Makes the types known as classes, so that files can have objects of them.
function sparse.register(tensor, class)
   for _, layout in ipairs(layouts) do
      for _, T in ipairs(tensor.tensorTypes { layout = layout }) do
         class.register(T, tensor.Tensor, T)
         T.__factory = function(file) return file and read(tensor, T, file) or T() end
      end
   end
end

return sparse
