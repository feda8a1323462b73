-- One source for LuaJIT and Lua 5.1 to 5.4: the union of their globals, and no others.
std = 'max'
max_line_length = 120
exclude_files = { 'build*' }
files['test/spec'].std = '+busted'
-- As Torch7's scripts are: with globals.
files['test/compat/torch7'] = { globals = { 'torch', 'net' } }
files['test/compat/peers'] = { globals = { 'torch', 'nn' } }
files['test/lua/cancel.lua'] = { read_globals = { 'cancelAfter' } } -- of test_cancel.c
-- A sandbox, and a script that attacks one, change what Lua gives.
local changed = { string = { other_fields = true, read_only = false }, table = { other_fields = true, read_only = false } }
files['lua/tensor/sandbox.lua'] = { globals = changed }
files['test/lua/hostile.lua'] = { globals = { 'tensor', string = changed.string, table = changed.table } }
files['test/systems/run_specs.lua'] = { globals = { 'io', 'os', 'package' } } -- commands are of another system there
files['test/hosts'] = { globals = { 'love' }, read_globals = { 'core', 'minetest' } } -- of LÖVE and Luanti
files['examples/love'] = { globals = { 'love' } }
