-- rows/formats.lua: files of NumPy and safetensors, in memory (/dev/shm) where there is that folder: ours are synced
-- when they are saved, which a disk takes longer for than for the writing. A file to be loaded is removed when the
-- side forgets it.
local maker = require 'bench.maker'
local group = maker.group 'files'
local add = group.add

local path_lua = [[
   local path = os.tmpname()
   os.remove(path)
   path = (os.rename('/dev/shm', '/dev/shm') and '/dev/shm/' .. path:match '[^/]+$' or path) .. '.%s'
]]
local path_python = [[
import atexit, os, tempfile
path = tempfile.mktemp(".%s", dir="/dev/shm" if os.path.isdir("/dev/shm") else None)
]]
local removed_lua = [[
   local function remove() os.remove(path) end
   local guard = newproxy and newproxy(true) or setmetatable({}, { __gc = remove })
   getmetatable(guard).__gc = remove
]]
local removed_python = '\natexit.register(os.unlink, path)'

add {
   name = 'save 10^7 floats as npy', aim = 1.0,
   setup_lua = path_lua:format 'npy' .. 'local a = data(10000000); r = a',
   setup_numpy = path_python:format 'npy' .. 'a = data(10000000)\nr = a',
   lua = 'tensor.save(path, a); os.remove(path)', numpy = 'np.save(path, a)\nos.unlink(path)',
}
add {
   name = 'load 10^7 floats from npy', aim = 1.0, check_lua = 'guard and r',
   setup_lua = path_lua:format 'npy' .. 'tensor.save(path, data(10000000))' .. removed_lua,
   setup_numpy = path_python:format 'npy' .. 'np.save(path, data(10000000))' .. removed_python,
   lua = 'r = tensor.load(path)', numpy = 'r = np.load(path)',
}

-- Forty tensors of 10 MB.
local tensors_lua = path_lua:format 'safetensors' .. [[
   local list, x = {}, data(2500000)
   for i = 1, 40 do list['w' .. i] = x end
   tensor.save(path, list)
   list, x = nil, nil
]] .. removed_lua
local tensors_python = path_python:format 'safetensors' .. [[
from safetensors.numpy import load_file, save_file
save_file({"w%d" % i: data(2500000) for i in range(1, 41)}, path)]] .. removed_python
local tensors_torch = tensors_python:gsub('safetensors%.numpy', 'safetensors.torch')

add {
   name = 'load 400 MB of safetensors', aim = 1.0, check_lua = 'guard and r.w40', check_torch = 'r["w40"]',
   check_numpy = 'r["w40"]', setup_lua = tensors_lua, setup_numpy = tensors_python, setup_torch = tensors_torch,
   lua = 'r = tensor.load(path)', numpy = 'r = load_file(path)', torch = 'r = load_file(path)',
}
add {
   name = 'load 400 MB of safetensors and add all up', aim = 1.0, check_lua = 'guard and r', tolerance = 1e-4,
   setup_lua = tensors_lua, setup_numpy = tensors_python, setup_torch = tensors_torch,
   lua = 'r = 0; for _, x in pairs(tensor.load(path)) do r = r + x:sum() end',
   numpy = 'r = sum(float(x.sum()) for x in load_file(path).values())',
   torch = 'r = sum(float(x.sum()) for x in load_file(path).values())', unchecked = true,
}

return group.rows
