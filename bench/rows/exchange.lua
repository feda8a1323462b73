-- rows/exchange.lua: memory of others: a tensor on a block, and tensors lent and taken by DLPack. Each call is to take
-- at most 1 us, however large the memory.
local maker = require 'bench.maker'
local group = maker.group 'exchange'
local add = group.add

add {
   name = 'a tensor on 6 floats of memory', limit = 1e-6,
   setup_lua = 'local a, o = data(6), {sizes = {2, 3}}; local p = a:dataPtr(); r = a',
   setup_numpy = 'a = data(6); b = memoryview(a).cast("B"); r = a',
   setup_torch = 'a = data(6); b = memoryview(a.numpy()).cast("B"); r = a',
   lua = 'r = tensor.fromBlob(p, o)', numpy = 'r = np.frombuffer(b, np.float32).reshape(2, 3)',
   torch = 'r = torch.frombuffer(b, dtype=torch.float32).view(2, 3)',
}
add {
   name = 'lent by DLPack', limit = 1e-6,
   setup_lua = 'local a = data(6); r = a', setup_numpy = 'a = data(6); r = a', setup_torch = 'a = data(6); r = a',
   lua = 'local c = tensor.toDLPack(a)', numpy = 'c = a.__dlpack__(max_version=(1, 0))',
   torch = 'c = a.__dlpack__(max_version=(1, 0))',
}
add {
   name = 'lent and taken by DLPack', limit = 1e-6,
   setup_lua = 'local a = data(6); r = a', setup_numpy = 'a = data(6); r = a', setup_torch = 'a = data(6); r = a',
   lua = 'r = tensor.fromDLPack(tensor.toDLPack(a))', numpy = 'r = np.from_dlpack(a)',
   torch = 'r = torch.from_dlpack(a)',
}

-- Memory of another process, opened and let go. Python's is named memory, too.
local holder = [[
local tensor = require 'tensor'
tensor.setSharingStrategy '$way'
local x, keep = tensor.range(1, $n):shareMemory(), tensor.ones(1):shareMemory()
local file = io.open(arg[1] .. '.part', 'w')
file:write(x:shareHandle(), ' ', keep:shareHandle())
file:close()
os.rename(arg[1] .. '.part', arg[1])
io.read()]]
local setup = ([[
local script, told, handles = os.tmpname(), os.tmpname()
local file = io.open(script, 'w')
file:write(('package.path, package.cpath = %%q, %%q '):format(package.path, package.cpath), %q)
file:close()
os.remove(told)
local pipe = io.popen(('luajit %%s %%s'):format(script, told), 'w')
repeat handles = io.open(told) until handles
local handle, other = handles:read('*a'):match '(%%S+) (%%S+)'
handles:close()
os.remove(script)
os.remove(told)
holder, r = pipe, tensor.fromHandle(other)]]):format(holder)
group.each({ { n = 1000, way = 'descriptor' }, { n = 25e6, way = 'descriptor' }, { n = 1000, way = 'file' } }, {
   name = 'open $n shared by $way', limit = 30e-6, unchecked = true, setup_lua = setup,
   setup_numpy = 'from multiprocessing.shared_memory import SharedMemory\n'
      .. 's = SharedMemory(create=True, size=4 * int($n)); r = 1',
   lua = 'local x = tensor.fromHandle(handle); x:release()',
   numpy = 'x = SharedMemory(s.name, track=False) if hasattr(s, "_track") else SharedMemory(s.name); x.close()',
})

return group.rows
