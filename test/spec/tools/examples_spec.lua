-- Runs every example in a child process, with the interpreter that runs this spec.
local lua = os.getenv 'LUA' or 'lua'
local tensor = require 'tensor'
local files = require 'spec.support.files'
local quoted = files.quoted

-- Returns the output of an example and whether it succeeded. Progress bars go to a file.
local function run(name, ...)
   local words = { 'LUA_PATH=' .. quoted(package.path), 'LUA_CPATH=' .. quoted(package.cpath), quoted(lua),
      'examples/' .. name }
   for _, word in ipairs { ... } do words[#words + 1] = quoted(word) end
   local errors = os.tmpname()
   local pipe = io.popen(('env -u LUA_PATH_5_4 -u LUA_CPATH_5_4 %s 2>%s; echo "status $?"'):format(
      table.concat(words, ' '), quoted(errors)))
   local output, status = pipe:read '*a':match '^(.*)status (%d+)\n$'
   pipe:close()
   local complaints = files.contents(errors)
   os.remove(errors)
   return output, status == '0', complaints
end

-- Makes a folder, which is removed at the end of the test that finally belongs to.
local function new_folder(path, finally)
   os.execute('mkdir ' .. quoted(path))
   finally(function() os.execute('rm -r ' .. quoted(path)) end)
   return path
end

local has_png = not select(2, pcall(tensor.image.encode, tensor.zeros(1, 1))):find('libpng', 1, true)

local examples = {
   ['digits.lua'] = { picture = { 3, 464, 592 }, check = function(output, complaints)
      local accuracy = tonumber(output:match 'accuracy (%d%.%d+)\n')
      assert.truthy(accuracy >= 0.95, output)
      assert.truthy(output:find('[torch.LongTensor of size 10x10]', 1, true))
      assert.truthy(complaints:find 'training 100%% .*loss %d')
   end },
   ['mandelbrot.lua'] = { picture = { 3, 360, 540 }, check = function(output)
      local share = tonumber(output:match '([%d.]+) %% of the points stay\n')
      assert.truthy(share > 20 and share < 30, output)
   end },
   ['least_squares.lua'] = { check = function(output)
      local noise, rest = output:match 'noise (%S+), error of the fit (%S+)\n'
      assert.truthy(tonumber(rest) < tonumber(noise) / 3, output)
   end },
   ['plots.lua'] = { folder = { 'lines.svg', 'points.svg', 'histogram.svg', 'heat.svg', 'logarithms.svg', 'many.png' },
      check = function(output) assert.truthy(output:find('Four random walks', 1, true), output) end },
   ['hogwild.lua'] = { check = function(output)
      local alone, together = output:match 'accuracy of one process (%S+), of 4 on one model (%S+)\n'
      assert.truthy(tonumber(alone) > 0.95 and tonumber(together) > 0.95, output)
      local passes = 0
      for count in output:gmatch 'worker %d+: (%d+) passes\n' do passes = passes + tonumber(count) end
      assert.equal(48, passes)
   end },
   ['robot.lua'] = { folder = { 'robot.svg' }, check = function(output)
      local measured, filtered = output:match 'positions are (%S+) m off, the filter (%S+) m\n'
      assert.truthy(tonumber(filtered) < tonumber(measured) / 3, output)
      assert.truthy(output:find('made by 10000 steps: 0\n', 1, true), output)
   end },
   ['life.lua'] = { check = function(output)
      assert.truthy(output:find('after 48 generations it is back where it began', 1, true), output)
   end },
}

describe('the examples', function()
   for name, example in pairs(examples) do
      it('have ' .. name, function()
         if (example.picture or example.folder) and not has_png then return end
         local path = os.tmpname()
         finally(function() os.remove(path) end)
         if example.folder then path = new_folder(path .. '.d', finally) end
         local output, ended_well, complaints = run(name, (example.picture or example.folder) and path)
         assert.truthy(ended_well, complaints)
         example.check(output, complaints)
         for _, file in ipairs(example.folder or {}) do
            assert.truthy(#files.contents(path .. '/' .. file) > 1000, file)
         end
         if example.picture then assert.same(example.picture, tensor.image.load(path):size():totable()) end
      end)
   end

   it('are all tested, and listed in their README', function()
      local file = assert(io.open 'examples/README.md')
      local readme = file:read '*a'
      file:close()
      local listed = 0
      for name in readme:gmatch '%(([%w_]+%.lua)%)' do
         listed = listed + 1
         assert.truthy(examples[name], name)
      end
      local count = 0
      for _ in pairs(examples) do count = count + 1 end
      assert.equal(count, listed)
   end)
end)
