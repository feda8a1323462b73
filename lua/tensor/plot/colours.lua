-- tensor/plot/colours.lua: colours, each { red, green, blue } of 0..255. The colours of series are those of Okabe and
-- Ito, which colour-blind people can tell apart; they differ in lightness too, for prints in gray.
local colours = {}

local series = {
   { 0, 114, 178 }, { 213, 94, 0 }, { 0, 158, 115 }, { 204, 121, 167 }, { 86, 180, 233 }, { 230, 159, 0 },
   { 70, 70, 70 },
}

-- The colour of the k-th series.
function colours.of(k) return series[(k - 1) % #series + 1] end

-- Maps from 0..1, as colours at equal distances. viridis grows lighter all the way; diverging is light at 0.5.
colours.maps = {
   viridis = {
      { 68, 1, 84 }, { 71, 39, 119 }, { 62, 73, 137 }, { 48, 103, 141 }, { 37, 130, 142 }, { 30, 157, 136 },
      { 53, 183, 120 }, { 109, 206, 88 }, { 180, 221, 43 }, { 253, 231, 36 },
   },
   gray = { { 0, 0, 0 }, { 255, 255, 255 } },
   diverging = { { 5, 48, 97 }, { 67, 147, 195 }, { 247, 247, 247 }, { 214, 96, 77 }, { 103, 0, 31 } },
}

-- The colour of a map at part, from 0 to 1.
function colours.at(map, part)
   local place = math.max(0, math.min(1, part)) * (#map - 1)
   local k = math.min(#map - 2, math.floor(place))
   local low, high, t = map[k + 1], map[k + 2], place - k
   local colour = {}
   for c = 1, 3 do colour[c] = math.floor(low[c] + (high[c] - low[c]) * t + 0.5) end
   return colour
end

-- How light a colour looks, from 0 to 1.
function colours.lightness(colour)
   return (0.299 * colour[1] + 0.587 * colour[2] + 0.114 * colour[3]) / 255
end

return colours
