-- rows.lua: what script/bench measures: the rows of rows/*.lua, a file a group. Fields of a row:
--   name, group
--   lua, numpy, torch   the work of each side: it is repeated, and sets or fills r; a side without work is left out
--   library             the same work by the BLAS library that the module uses, called directly (blas.lua)
--   setup_<side>        what runs once before the work
--   check_<side>        the value on which the sides must agree: r unless given, within tolerance and absolute
--   aim                 the target for our time / the best peer's
--   library_aim         the target for our time / the library's, where the library does the work
--   bytes               what the work must at least read and write, for the share of the bandwidth (doc/speed.md)
--   unchecked           the sides need not agree
--   nojit               ours runs in a LuaJIT whose compiler is off
--   memory              it allocates: rows/memory.lua measures its peak of memory too
--   kind                how it is measured (measure.lua): 'start', 'memory', or by time
local here = ...
local rows = {}

local function include(name, ...)
   for _, row in ipairs(assert(loadfile(('%s/rows/%s.lua'):format(here, name)))(...)) do rows[#rows + 1] = row end
end

for name in ([[calls elements point-wise functions masks geometry arrange conversions reductions order search
   matrices quantized lapack fft convolution random chains fuse everyday sparse work files formats exchange queues
   start]]):gmatch '%S+' do
   include(name)
end
include('memory', rows)

return rows
