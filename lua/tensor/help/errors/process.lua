-- tensor/help/errors/process.lua: errors of workers and queues (the form is in tensor/help/errors.lua).
return {
   ['process.start'] = [[
> tensor.process.start(1)
start: a function or the path of a Lua file expected, got number
> tensor.process.start '/no/such/file.lua'
start: /no/such/file.lua: No such file or directory
]],
   ['Worker.join'] = [[
> worker = tensor.process.start(function() error 'no data' end)
> ok, message = pcall(worker.join, worker)
> error((message:gsub('%d+', 'N')), 0)
join: worker N: prompt:N: no data
]],
   ['Queue.put'] = [[
> queue = tensor.process.queue()
> queue:put(print)
put: a message cannot hold a function; start gives them to workers
]],
}
