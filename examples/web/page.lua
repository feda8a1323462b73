-- page.lua: scripts of the page show figures in the page. Called by web.c with a function that shows SVG, for each
-- state before its script.
local draw = ...
local plot = require('tensor').plot

local Figure = getmetatable(plot.line { 0, 1 })
function Figure.show(figure) draw(figure:svg()) end
