-- rows/queues.lua: messages between processes. The peers' queues are those of Python's and PyTorch's multiprocessing.
local maker = require 'bench.maker'
local group = maker.group 'queues'
local add = group.add

local here = 'local q = tensor.process.queue(); '
local theirs = 'import %s as mp\nq = mp.SimpleQueue()\n'

local function hundred(name, value, python)
   add {
      name = '100 messages put and got: ' .. name, aim = 1.0, unchecked = true,
      setup_lua = here .. 'local x = ' .. value,
      lua = 'for _ = 1, 100 do q:put(x) end for _ = 1, 100 do q:get() end r = q:size()',
      setup_numpy = theirs:format 'multiprocessing' .. 'x = ' .. python,
      numpy = 'for _ in range(100): q.put(x)\nfor _ in range(100): q.get()\nr = 0',
   }
end
hundred('numbers', '1', '1')
hundred('tables of two numbers', '{ sum = 1, worker = 2 }', '{"sum": 1, "worker": 2}')

add {
   name = 'a number to another process and back', aim = 1.0, unchecked = true,
   setup_lua = [[
      local there, back = tensor.process.queue(), tensor.process.queue()
      tensor.process.start(function(there, back) for x in there:each() do back:put(x) end end, there, back) ]],
   lua = 'there:put(1) r = back:get()',
   setup_numpy = [[
import multiprocessing as mp
mp = mp.get_context("fork")
there, back = mp.SimpleQueue(), mp.SimpleQueue()
def work():
    while True: back.put(there.get())
mp.Process(target=work, daemon=True).start()
]],
   numpy = 'there.put(1)\nr = back.get()',
}

-- Shared already, so its size does not matter.
for name, n in pairs { ['10 numbers'] = 10, ['100 MB'] = 25000000 } do
   add {
      name = 'a shared tensor put and got: ' .. name, aim = 1.0, unchecked = true,
      setup_lua = here .. ('local x = tensor.zeros(%d):shareMemory()'):format(n), lua = 'q:put(x) r = q:get()',
      setup_torch = theirs:format 'torch.multiprocessing' .. ('x = torch.zeros(%d).share_memory_()'):format(n),
      torch = 'q.put(x)\nr = q.get()',
   }
end

add {
   name = 'a process that starts and ends', aim = 1.0, unchecked = true,
   setup_lua = 'local process = tensor.process', lua = 'r = process.start(function() return 1 end):join()',
   setup_torch = [[
import subprocess, sys
]],
   torch = 'r = subprocess.run([sys.executable, "-c", "1"]).returncode',
}

return group.rows
