-- findings.lua: a helper of busted by which a spec fails in which the emulator of CUDA found something new: a race, an
-- access out of bounds, a use of what was freed, a misuse of CUDA (test/emu/emu.h).
local busted = require 'busted'
local emu = require 'emu'

local known, spec = emu.findings(), nil

busted.subscribe({ 'test', 'start' }, function(element, parent)
   spec = ('%s %s'):format(tostring(parent.name), element.name)
   return nil, true -- for other subscribers too
end)

busted.after_each(function()
   local count, text = emu.findings()
   local new = count - known
   known = count
   if new > 0 then error(('%s: the emulator found %d, the last: %s'):format(spec, new, text), 0) end
end)
