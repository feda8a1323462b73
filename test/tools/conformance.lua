-- conformance.lua suite folder results: runs the tests of a checkout of torch7, nn or optim, and appends to the file
-- results a line: suite, how many tests ran, how many passed, the names of the others. script/torch7-conformance calls
-- it in an empty folder.
local suite, folder, results = arg[1], arg[2], arg[3]

local function exists(path)
   local file = io.open(path)
   if file then file:close() end
   return file ~= nil
end

-- The first of several files of the folder that is there.
local function find(...)
   for _, name in ipairs { ... } do
      if exists(folder .. '/' .. name) then return folder .. '/' .. name end
   end
   error(('%s has no %s'):format(folder, (...)), 0)
end

local function report(ran, failed)
   table.sort(failed)
   local file = assert(io.open(results, 'a'))
   file:write(('%s\t%d\t%d\t%s\n'):format(suite, ran, ran - #failed, table.concat(failed, ', ')))
   file:close()
end

-- Calls run, and reports the tests of the testers that ran in it. A test counts once, however many assertions failed.
local function watch(run)
   local torch = require 'torch'
   local original, ran, failed = torch.Tester.run, 0, {}
   torch.Tester.run = function(tester, ...)
      local ok, message = pcall(original, tester, ...)
      for name in pairs(tester.tests) do
         if not tester.disabledTests[name] then ran = ran + 1 end
         if (tester.assertionFail[name] or 0) + (tester.testError[name] or 0) > 0 then
            failed[#failed + 1] = tostring(name)
         end
      end
      if not ok then io.write(tostring(message), '\n') end
   end
   run(torch)
   if ran == 0 then error('no test ran', 0) end
   report(ran, failed)
end

-- Every test of optim is a program that fails or not. They run in a copy, because some write files.
local function run_programs()
   assert(os.execute(("cp -r '%s/test' programs"):format((folder:gsub("'", "'\\''")))))
   local list, ran, failed = assert(io.popen 'cd programs && ls test_*.lua'), 0, {}
   for name in list:lines() do
      local status = os.execute(('cd programs && LUA_PATH="./?.lua;$LUA_PATH" luajit %s'):format(name))
      ran = ran + 1
      if status ~= 0 and status ~= true then failed[#failed + 1] = name:match '^(.*)%.lua$' end
   end
   list:close()
   if ran == 0 then error('no test_*.lua in ' .. folder .. '/test', 0) end
   report(ran, failed)
end

local suites = {}

function suites.torch7()
   watch(function(torch)
      dofile(find 'test/test.lua')
      torch.test()
   end)
end

function suites.nn()
   watch(function()
      local nn = require 'nn'
      if not nn.test then dofile(find('test.lua', 'test/test.lua')) end
      if nn.test then nn.test() end
   end)
end

suites.optim = run_programs

local ok, message = pcall(suites[suite])
if not ok then
   io.write((tostring(message):gsub('[\n\t]+', ' ')), '\n')
   os.exit(1)
end
