-- rows/memory.lua: the peak of memory of rows that allocate (their field memory), beyond what their setup holds, over
-- ten rounds (--quick: two) in a process of its own.
local rows = ...
local group = { rows = {} }

for _, row in ipairs(rows) do
   if row.memory then
      local copy = {}
      for key, value in pairs(row) do copy[key] = value end
      copy.group, copy.kind, copy.memory, copy.aim, copy.bytes, copy.library = 'memory', 'memory', nil, 1, nil, nil
      copy.name = 'peak of ' .. row.name
      group.rows[#group.rows + 1] = copy
   end
end

return group.rows
