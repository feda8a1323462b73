-- tensor/cuda/stream.lua: the streams of tensor.cuda. A stream is an object, or a number: its index on the current
-- device.
local arguments = require 'tensor.arguments'
local metatable_of = require('tensor.host').metatable_of

local Stream = { __typename = 'cutorch.Stream' }
Stream.__index = Stream

local function is_stream(value) return metatable_of(value) == Stream end

function Stream.__eq(a, b) return a.device == b.device and a.index == b.index end

function Stream.__tostring(s)
   return ('stream %d of device %d, of %s priority'):format(s.index, s.device, s.priority)
end

local documents = {
   Stream = { { 'index:count', 'o:options?' }, 'a stream of the current device: the one with an index, or the next of '
      .. "the pool; {priority = 'high'} chooses the pool of high priority; its fields are device, index and priority" },
   withStream = { 'stream:Stream/index f:function', 'calls f() with that stream as the current one of its device and '
      .. 'returns its results' },
   reserveStreams = { 'n:count nonblocking:boolean=false', 'for scripts of cutorch: raises unless a device has n '
      .. 'streams beside the default one; streams are made at first use, and none waits for another by itself, '
      .. 'whatever nonblocking says' },
   setStream = { 'stream:Stream/index', 'makes a stream the current one of its device, for this thread' },
   setDefaultStream = { '', 'as setStream(0)' },
   streamSynchronize = { 'stream:Stream/index', 'waits until all work given to a stream is done' },
   streamWaitFor = { 'stream:Stream/index streams:table', 'makes a stream wait for others' },
   streamWaitForMultiDevice = { 'device:position stream:count streams:table',
      'makes a stream wait for streams of several devices: {[device] = {stream, ...}, ...}' },
   streamBarrier = { 'streams:table', 'makes streams wait for each other' },
   streamBarrierMultiDevice = { 'streams:table',
      'makes streams of several devices wait for each other: {[device] = {stream, ...}, ...}' },
}

local methods = {
   { 'synchronize', 's:Stream', 'waits until all work given to the stream is done' },
   { 'query', 's:Stream', 'whether all work given to the stream is done' },
   { 'waitFor', 's:Stream other:Stream', 'work given to the stream from now on waits, on the device, for the work '
      .. 'given to another stream so far' },
   { 'waitFor', 's:Stream event:Event', 'the same for an event' },
   { 'run', 's:Stream f:function', 'calls f() with the stream as the current one of its device and returns its '
      .. 'results' },
}

-- --- by name: functions that are called with those in C in front ---

local functions = {}

-- The device and the index of a stream.
local function place_of(core, stream)
   if is_stream(stream) then return stream.device, stream.index end
   return core.getDevice(), stream
end

local function is_high(o)
   local trouble = arguments.unknown_option(o or {}, { 'priority' })
   if trouble then error('Stream: ' .. trouble, 0) end
   local priority = o and o.priority or 'normal'
   if priority ~= 'high' and priority ~= 'normal' then
      error(("Stream: the priority is 'normal' or 'high', not '%s'"):format(tostring(priority)), 0)
   end
   return priority == 'high'
end

function functions.Stream(core, which)
   local device = core.getDevice()
   local index = type(which) == 'number' and which or core.nextStream(device, is_high(which))
   core.streamQuery(device, index) -- raises if there is no such stream
   local priority = index > core.getNumStreams() / 2 and 'high' or 'normal'
   return setmetatable({ device = device, index = index, priority = priority }, Stream)
end

function functions.reserveStreams(core, n)
   local there = core.getNumStreams()
   if n > there then error(('reserveStreams: %d streams asked for, a device has %d'):format(n, there), 0) end
end

function functions.setStream(core, stream) core.setStream(place_of(core, stream)) end

function functions.setDefaultStream(core) core.setStream(core.getDevice(), 0) end

-- Undo a change by restore(), then return the results of core.call, or raise its error again.
local function restored(restore, ok, ...)
   restore()
   if ok then return ... end
   error((...), 0)
end

function functions.withStream(core, stream, f)
   local device, index = place_of(core, stream)
   local before = core.getStream(device)
   core.setStream(device, index)
   return restored(function() core.setStream(device, before) end, core.call(f))
end

function functions.streamSynchronize(core, stream) core.streamSynchronize(place_of(core, stream)) end

-- Streams as a flat list for C: device, index, device, index, ...
local function pairs_of(name, streams)
   local list = {}
   for device, indices in pairs(streams) do
      if type(indices) ~= 'table' then
         error(('%s: streams[%s] is a %s, not a table of streams'):format(name, tostring(device), type(indices)), 0)
      end
      arguments.check_number(name, 'a device', device)
      for _, stream in ipairs(indices) do
         local is = is_stream(stream)
         if not is then arguments.check_number(name, 'a stream', stream, 0) end
         list[#list + 1] = is and stream.device or device
         list[#list + 1] = is and stream.index or stream
      end
   end
   return list
end

local function wait_for(core, name, device, stream, streams)
   local list = pairs_of(name, streams)
   for k = 1, #list, 2 do core.streamWait(device, stream, list[k], list[k + 1]) end
end

function functions.streamWaitForMultiDevice(core, device, stream, streams)
   wait_for(core, 'streamWaitForMultiDevice', device, stream, streams)
end

function functions.streamWaitFor(core, stream, streams)
   local device, index = place_of(core, stream)
   wait_for(core, 'streamWaitFor', device, index, { [core.getDevice()] = streams })
end

function functions.streamBarrierMultiDevice(core, streams)
   core.streamBarrier((table.unpack or unpack)(pairs_of('streamBarrierMultiDevice', streams)))
end

function functions.streamBarrier(core, streams)
   core.streamBarrier((table.unpack or unpack)(pairs_of('streamBarrier', { [core.getDevice()] = streams })))
end

-- --- methods ---

local of_streams = {}

function of_streams.synchronize(core, s) core.streamSynchronize(s.device, s.index) end

function of_streams.query(core, s) return core.streamQuery(s.device, s.index) end

function of_streams.waitFor(core, s, other)
   if is_stream(other) then core.streamWait(s.device, s.index, other.device, other.index)
   else core.streamWaitEvent(s.device, s.index, other) end
end

of_streams.run = functions.withStream

-- --- the module's part ---

-- checked(name, signatures, f) makes the function that scripts call (init.lua).
local function install(tensor, cuda, checked)
   for name, row in pairs(documents) do cuda[name] = checked(name, row[1], functions[name]) end
   local signatures = { waitFor = { methods[3][2], methods[4][2] } }
   for _, row in ipairs(methods) do
      local name = row[1]
      Stream[name] = checked(name, signatures[name] or row[2], of_streams[name])
      tensor.document { name = 'Stream.' .. name, signature = row[2], doc = row[3], chapter = 'cuda', ismethod = true }
   end
end

return { install = install, documents = documents, place_of = place_of, restored = restored }
