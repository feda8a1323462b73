-- A mod of Luanti that uses the module with mod security on. Names are taken from the core: Debian's is Minetest 5.6.
local core = core or minetest
local outside = assert(core.request_insecure_environment())
assert(not pcall(require, 'tensor')) -- scripts cannot

local folder = outside.os.getenv 'HOST_FOLDER'
local tensor = outside.dofile(folder .. '/tensor/luanti.lua')(outside, folder)
assert(not pcall(require, 'tensor') and getfenv(0) == _G)
local check = outside.setfenv(outside.loadfile(outside.os.getenv 'HOST_CHECK'), outside)
local said = check()
-- Parts that are loaded at first use.
assert(#tensor.plot.line(tensor.rand(10)):svg() > 1000)
tensor.help 'narrow'
print(said .. ', with mod security')
core.request_shutdown()
