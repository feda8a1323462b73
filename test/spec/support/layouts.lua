-- layouts.lua: many ways to lay out a list of 24 numbers in memory. A row has a name, sizes, strides, the first
-- position and the number of elements of the storage.
local rows = {
   { 'contiguous', { 4, 6 }, { 6, 1 }, 1, 24 },
   { 'transposed', { 4, 6 }, { 1, 4 }, 1, 24 },
   { 'narrowed', { 4, 6 }, { 9, 1 }, 3, 40 },
   { 'strided', { 4, 6 }, { 24, 2 }, 2, 96 },
   { 'permuted', { 2, 3, 4 }, { 3, 1, 6 }, 1, 24 },
   { 'vector', { 24 }, { 1 }, 5, 30 },
   { 'expanded', { 4, 6 }, { 0, 1 }, 1, 6 },
   { 'scalar', {}, {}, 2, 3 },
   { 'empty', { 0, 6 }, { 6, 1 }, 1, 0 },
}

local layouts = {}

local function positions(size, stride, first)
   local list = { first }
   for d = 1, #size do
      local longer = {}
      for _, at in ipairs(list) do
         for i = 0, size[d] - 1 do longer[#longer + 1] = at + i * stride[d] end
      end
      list = longer
   end
   return list
end

-- Fills a storage so that element k of the window is values[k]. If a position belongs to several elements, the
-- first value stays. map[k] tells which of the values element k has.
local function arrange(row, values, filler)
   local _, size, stride, first, total = (table.unpack or unpack)(row)
   local at, flat, map = positions(size, stride, first), {}, {}
   local from = {}
   for i = 1, total do flat[i] = filler end
   for k, position in ipairs(at) do
      from[position] = from[position] or k
      map[k] = from[position]
      flat[position] = values[map[k]]
   end
   return flat, map
end

for _, row in ipairs(rows) do
   layouts[#layouts + 1] = {
      name = row[1],
      size = row[2],
      writable = row[1] ~= 'expanded',
      -- Makes a tensor of a type ('Float') and map. Elements outside the window are filler.
      make = function(tensor, name, values, filler)
         local flat, map = arrange(row, values, filler or values[1])
         local size, stride = tensor.LongStorage(row[2]), tensor.LongStorage(row[3])
         return tensor[name .. 'Tensor'](tensor[name .. 'Storage'](flat), row[4], size, stride), map
      end,
   }
end

return layouts
