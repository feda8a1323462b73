-- rows/files.lua: 40 MB to and from files in the system's cache. A saved file is removed at once; a loaded one was
-- opened and then removed.
local maker = require 'bench.maker'
local group = maker.group 'files'
local add = group.add

add {
   name = 'save 10^7 floats', aim = 1.0, setup_lua = 'local a, path = data(10000000), os.tmpname(); r = a',
   setup_numpy = 'import os, tempfile\na, path = data(10000000), tempfile.mktemp(".npy")\nr = a',
   setup_torch = 'import os, tempfile\na, path = data(10000000), tempfile.mktemp()\nr = a',
   lua = 'tensor.save(path, a); os.remove(path)', numpy = 'np.save(path, a)\nos.unlink(path)',
   torch = 'torch.save(a, path)\nos.unlink(path)',
}
local saved = 'import os, tempfile\npath = tempfile.mktemp(".npy")\n%s\nf = open(path, "rb")\nos.unlink(path)'
add {
   name = 'load 10^7 floats', aim = 1.0,
   setup_lua = 'local path = os.tmpname(); tensor.save(path, data(10000000)); '
      .. 'local f = tensor.DiskFile(path):binary():referenced(false); os.remove(path)',
   setup_numpy = saved:format 'np.save(path, data(10000000))',
   setup_torch = saved:format 'torch.save(data(10000000), path)',
   lua = 'r = f:seek(1):readObject()', numpy = 'f.seek(0)\nr = np.load(f)', torch = 'f.seek(0)\nr = torch.load(f)',
}

return group.rows
