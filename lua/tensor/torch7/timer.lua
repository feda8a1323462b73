-- tensor/torch7/timer.lua: torch.Timer, tic and toc of Torch7.
local Timer = {}

-- The seconds of three clocks: of the machine, and of this process in user and system mode.
local function now(system)
   local user, sys = system.cputime()
   return { real = system.clock(), user = user, sys = sys }
end

local documents = {
   { 'Timer', '', 'makes a running timer' },
   { 'Timer.time', 't:Timer', 'a table of the seconds it ran: real, user and sys', true },
   { 'Timer.stop', 't:Timer', 'stops it; returns it', true },
   { 'Timer.resume', 't:Timer', 'starts it again; returns it', true },
   { 'Timer.reset', 't:Timer', 'sets it to 0, whether it runs or not; returns it', true },
   { 'tic', '', 'the time, for toc' },
   { 'toc', 'start:number', 'the seconds since tic returned start' },
}

function Timer.install(tensor, system)
   local timer = tensor.class('torch.Timer', tensor)

   function timer:__init() self:resume():reset() end

   function timer:reset()
      self.before = { real = 0, user = 0, sys = 0 }
      if self.began then self.began = now(system) end
      return self
   end

   function timer:time()
      local began, t = self.began, {}
      local at = began and now(system)
      for clock, seconds in pairs(self.before) do t[clock] = seconds + (began and at[clock] - began[clock] or 0) end
      return t
   end

   function timer:stop()
      self.before, self.began = self:time(), nil
      return self
   end

   function timer:resume()
      self.began = self.began or now(system)
      return self
   end

   function timer:__tostring__()
      return ('torch.Timer | status: %s'):format(self.began and 'running' or 'stopped')
   end

   tensor.tic = system.clock
   function tensor.toc(start)
      if type(start) ~= 'number' then error(('toc: a number from tic expected, got %s'):format(type(start)), 0) end
      return system.clock() - start
   end

   for _, row in ipairs(documents) do
      tensor.document { name = row[1], signature = row[2], doc = row[3], chapter = 'system', ismethod = row[4] }
   end
end

return Timer
