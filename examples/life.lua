-- life.lua: Conway's game of life on a torus. Adding nine shifted views of the board, less the board itself, counts
-- the neighbours of all cells at once.
local tensor = require 'tensor'

local size = 12

-- The board has a border of one cell. Before each generation the opposite edges are copied into it.
local padded = tensor.ByteTensor(size + 2, size + 2):zero()
local board = padded:sub(2, size + 1, 2, size + 1)

local function wrap()
   padded[1]:copy(padded[size + 1])
   padded[size + 2]:copy(padded[2])
   padded:select(2, 1):copy(padded:select(2, size + 1))
   padded:select(2, size + 2):copy(padded:select(2, 2))
end

-- A cell is alive next if it has three neighbours, or if it has two and is alive now.
local function generation()
   wrap()
   local count = tensor.zerosLike(board)
   for row = 1, 3 do
      for column = 1, 3 do count:add(padded:sub(row, row + size - 1, column, column + size - 1)) end
   end
   count:add(-1, board)
   board:copy(count:eq(3) + count:eq(2):cmul(board))
end

local function show(title)
   print(title)
   for _, row in ipairs(board:totable()) do
      local cells = {}
      for k, cell in ipairs(row) do cells[k] = cell == 1 and '#' or '.' end
      print('  ' .. table.concat(cells, ' '))
   end
end

board:sub(1, 3, 1, 3):copy(tensor.ByteTensor { { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } })
local start = board:clone()
show 'a glider'
for _ = 1, 4 do generation() end
show 'four generations later, one cell down and right'
for _ = 5, 4 * size do generation() end
print(('after %d generations it is %s'):format(4 * size,
   board:ne(start):float():sum() == 0 and 'back where it began' or 'elsewhere'))
