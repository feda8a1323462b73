-- tensor/help/examples/process.lua: examples of workers and queues (the form is in tensor/help/examples.lua).
return {
   ['process.start'] = [[
> x = tensor.ones(3)
> worker = tensor.process.start(function(x) return x:mul(2):sum() end, x)
> worker:join()
6
> x:sum()
6
]],
   ['process.queue'] = [[
> queue = tensor.process.queue()
> queue:put { 'any', 'value', tensor.ones(2) }
> queue:get()[3]:sum()
2
]],
   ['process.pid'] = [[
> worker = tensor.process.start(function() return require('tensor').process.pid() end)
> worker:join() == worker:pid()
true
> worker:pid() == tensor.process.pid()
false
]],
   ['Worker.join'] = [[
> worker = tensor.process.start(function(a, b) return a + b, 'done' end, 1, 2)
> sum, text = worker:join()
> sum
3
> worker = tensor.process.start(function() while true do end end)
> _, reason = worker:join(0.1)
> reason
timeout
> worker:kill()
]],
   ['Worker.pid'] = [[
> worker = tensor.process.start(function() end)
> worker:pid() > 1
true
]],
   ['Worker.isAlive'] = [[
> worker = tensor.process.start(function() end)
> worker:join()
> worker:isAlive()
false
]],
   ['Worker.kill'] = [[
> worker = tensor.process.start(function() while true do end end)
> worker:kill(9)
> ok, message = pcall(worker.join, worker)
> message:match 'ended by signal %d+'
ended by signal 9
]],
   ['Queue.put'] = [[
> queue, x = tensor.process.queue(), tensor.ones(3)
> queue:put(x)
> y = queue:get():fill(5)
> x:sum()
15
]],
   ['Queue.get'] = [[
> queue = tensor.process.queue()
> value, reason = queue:get(0.1)
> reason
timeout
]],
   ['Queue.each'] = [[
> queue, sum = tensor.process.queue(), 0
> for k = 1, 4 do queue:put(k) end
> queue:close()
> for value in queue:each() do sum = sum + value end
> sum
10
]],
   ['Queue.size'] = [[
> queue = tensor.process.queue()
> queue:put 'one'
> queue:size()
1
]],
   ['Queue.close'] = [[
> queue = tensor.process.queue()
> queue:close()
> value, reason = queue:get()
> reason
closed
]],
}
