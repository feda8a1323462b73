-- rows/files.lua: 40 MB to and from files in memory (/dev/shm), where there is that folder: ours are synced when they
-- are saved. A saved file is removed at once; a loaded one was opened and then removed.
local maker = require 'bench.maker'
local group = maker.group 'files'
local add = group.add

local folder = 'import os, tempfile\nfolder = "/dev/shm" if os.path.isdir("/dev/shm") else None\n'
add {
   name = 'save 10^7 floats', aim = 1.0, setup_lua = 'local a, path = data(10000000), os.tmpname(); r = a; '
      .. 'if os.rename("/dev/shm", "/dev/shm") then os.remove(path); path = "/dev/shm/" .. path:match "[^/]+$" end',
   setup_numpy = folder .. 'a, path = data(10000000), tempfile.mktemp(".npy", dir=folder)\nr = a',
   setup_torch = folder .. 'a, path = data(10000000), tempfile.mktemp(dir=folder)\nr = a',
   lua = 'tensor.save(path, a); os.remove(path)', numpy = 'np.save(path, a)\nos.unlink(path)',
   torch = 'torch.save(a, path)\nos.unlink(path)',
}
local saved = 'import os, tempfile\npath = tempfile.mktemp(".npy")\n%s\nf = open(path, "rb")\nos.unlink(path)'
add {
   name = 'load 10^7 floats', aim = 1.0,
   setup_lua = 'local path, csv = os.tmpname(), { format = "csv" }; tensor.save(path, data(10000000)); '
      .. 'local f = tensor.DiskFile(path):binary():referenced(false); os.remove(path)',
   setup_numpy = saved:format 'np.save(path, data(10000000))',
   setup_torch = saved:format 'torch.save(data(10000000), path)',
   lua = 'r = f:seek(1):readObject()', numpy = 'f.seek(0)\nr = np.load(f)', torch = 'f.seek(0)\nr = torch.load(f)',
}

-- Tables of 10^6 numbers with 17 digits. Python has two usual readers. Readers want a path, so the file is removed when
-- the side forgets it.
local removed = [[
   local function remove() os.remove(path) end
   local guard = newproxy and newproxy(true) or setmetatable({}, { __gc = remove })
   getmetatable(guard).__gc = remove
]]
local table_of_numpy = [[
import atexit, os, tempfile, %s as reader
path = tempfile.mktemp(".csv")
np.savetxt(path, data(100000, 10).astype(float) / 3, fmt="%%.17g", delimiter=",")
atexit.register(os.unlink, path)]]
for _, side in ipairs {
   { 'numpy', 'loadtxt', 'r = reader.loadtxt(path, delimiter=",")' },
   { 'pandas', 'read_csv', 'r = reader.read_csv(path, header=None).to_numpy()' },
} do
   add {
      name = ('csv of 10^6 numbers, %s of %s'):format(side[2], side[1]), aim = 0.5,
      setup_lua = 'local path, csv = os.tmpname(), { format = "csv" }\n'
         .. 'tensor.save(path, data(100000, 10):double():div(3), csv)' .. removed,
      setup_numpy = table_of_numpy:format(side[1]), check_lua = 'guard and r',
      lua = 'r = tensor.load(path, csv)', numpy = side[3],
   }
end

return group.rows
