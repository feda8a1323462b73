-- maker.lua: how rows of script/bench are written (rows.lua describes their fields). Setups and works are texts;
-- $name in a text stands for a value.
local maker = {}

function maker.fill(text, values)
   return (text:gsub('%$(%w+)', function(name) return values[name] and tostring(values[name]) end))
end

-- For vectors of n elements: what $n and $size stand for; where memory bounds the work, the bytes of so many arrays of
-- floats.
function maker.sized(n, aim, arrays)
   local size = ('1e%d'):format(math.floor(math.log(n) / math.log(10) + 0.5))
   return { n = ('%d'):format(n), size = size, aim = aim, bytes = n >= 1e7 and arrays and arrays * 4 * n or nil }
end

local vectors = {
   lua = 'local a, b, c = data($n), data($n), data($n); r = tensor.FloatTensor($n)',
   numpy = 'a, b, c = data($n), data($n), data($n); r = np.empty($n, np.float32)',
   torch = 'a, b, c = data($n), data($n), data($n); r = torch.empty($n)',
}

-- A group of rows with functions that add to it; its field rows is the list.
function maker.group(name)
   local group = { rows = {} }

   function group.add(row)
      row.group = name
      group.rows[#group.rows + 1] = row
   end

   -- Add the row once for each table of values, with $name in its texts replaced by the value of name.
   function group.each(lists, row)
      for _, values in ipairs(lists) do
         local copy = {}
         for key, text in pairs(row) do copy[key] = type(text) == 'string' and maker.fill(text, values) or text end
         copy.aim, copy.bytes = values.aim or row.aim, values.bytes or row.bytes
         copy.memory = row.memory and tonumber(values.n) >= 1e6 or nil -- less is lost among what a process holds anyway
         group.add(copy)
      end
   end

   -- Add a row whose setup is the same text on all sides, or a table of texts by side.
   function group.alike(row, setup)
      for _, side in ipairs { 'lua', 'numpy', 'torch' } do
         local text = type(setup) == 'table' and setup[side] or setup
         row['setup_' .. side] = side == 'lua' and 'local ' .. text or text
      end
      group.add(row)
   end

   -- Add rows about vectors a, b and c of $n floats, with a result r of that size.
   function group.vectors(lists, row)
      row.setup_lua, row.setup_numpy, row.setup_torch = vectors.lua, vectors.numpy, vectors.torch
      group.each(lists, row)
   end

   return group
end

-- The type that NumPy and PyTorch have under another name.
maker.names = { float = 'float32', double = 'float64', int = 'int32', half = 'float16', byte = 'uint8' }

return maker
