-- tensor/progress.lua: a progress bar for long work, with an estimate of the time left.
--
--    local bar = tensor.progress(epochs)
--    for epoch = 1, epochs do
--       ...
--       bar:step(1, ('loss %.3f'):format(loss))
--    end
--    bar:finish()
--
-- A terminal shows one line that is redrawn at most ten times a second. Other outputs get a line for each tenth
-- of the work.
local arguments = require 'tensor.arguments'
local host = require 'tensor.host'

local Progress = {}
Progress.__index = Progress

local bar_width, interval = 24, 0.1

local function is_amount(n)
   return type(n) == 'number' and n >= 0 -- also false for NaN
end

local function duration(seconds)
   local s = math.floor(seconds + 0.5)
   if s >= 3600 then return ('%d:%02d:%02d'):format(math.floor(s / 3600), math.floor(s / 60) % 60, s % 60) end
   return ('%d:%02d'):format(math.floor(s / 60), s % 60)
end

function Progress:line(now)
   local part = self.total > 0 and self.done / self.total or 1
   local filled = math.floor(part * bar_width)
   local words = { self.text }
   local elapsed = now - self.began
   table.insert(words, 1, duration(elapsed))
   if part < 1 and part > 0 then words[1] = ('%s, %s left'):format(words[1], duration(elapsed * (1 / part - 1))) end
   return ('%s%3d%% [%s%s] %s'):format(self.label, math.floor(part * 100), ('='):rep(filled),
      (' '):rep(bar_width - filled), table.concat(words, '  '))
end

-- Draws the line over the previous one, cut to the width of the terminal so that it does not wrap.
function Progress:draw(now)
   self.drawn = now
   self.write('\r' .. self:line(now):sub(1, self.width - 1) .. '\27[K')
end

--[[ Counts n more units of work as done (default 1). text, if given, is shown from now on. Examples:
bar:step(), bar:step(5), bar:step(1, 'loss 0.25'), bar:step 'loss 0.25'
]]
function Progress:step(n, text)
   if type(n) == 'string' then n, text = 1, n end
   if n ~= nil and not is_amount(n) then error('progress: a step is a number of at least 0', 2) end
   if self.finished then return end
   self.done = math.min(self.total, self.done + (n or 1))
   self.text = text or self.text
   local now = self.clock()
   if self.width > 0 then
      if now - self.drawn >= interval then self:draw(now) end
   elseif self.done < self.total then
      local tenth = math.floor(self.done * 10 / self.total)
      if tenth > self.tenth then self.write(self:line(now) .. '\n') end
      self.tenth = tenth
   end
end

-- Shows the final state and ends the line. If work ends early, the bar stays where it is.
function Progress:finish(text)
   if self.finished then return end
   self.text = text or self.text
   self.finished = true
   local now = self.clock()
   if self.width > 0 then
      self:draw(now)
      self.write '\n'
   else
      self.write(self:line(now) .. '\n')
   end
end

-- A function that writes to standard error.
local function errors_of_host()
   local stderr = host.need('progress', 'io.stderr')
   return function(text) stderr:write(text) end
end

--[[ Makes a bar for total units of work. Options:
label   a text in front of the bar
write   function(text) to use instead of standard error
width   columns of the terminal; 0 if there is none. Found out automatically unless write is given
clock   function() that returns seconds
]]
local function new(total, options, system)
   options = options or {}
   if not is_amount(total) then error('progress: a number of at least 0 expected', 3) end
   if type(options) ~= 'table' then error('progress: a table of options expected', 3) end
   local trouble = arguments.unknown_option(options, { 'clock', 'label', 'width', 'write' })
   if trouble then error('progress: ' .. trouble, 3) end
   local clock = options.clock or system.clock
   local self = setmetatable({
      total = total, done = 0, tenth = 0, clock = clock, began = clock(), drawn = -math.huge,
      label = options.label and options.label .. ' ' or '',
      width = options.width or options.write and 0 or system.terminalWidth 'stderr',
      write = options.write or errors_of_host(),
   }, Progress)
   if self.width > 0 then self:draw(self.began) end
   return self
end

return { new = new }
