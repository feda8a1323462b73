-- The parts of script/bench that start no process: its command line, its files of results, what it knows of the
-- machine, and the figures it makes of rows (bench/). test/script/bench.sh tests the whole.
local files = require 'spec.support.files'
local json, machine, options = require 'bench.json', require 'bench.machine', require 'bench.options'
local report, results = require 'bench.report', require 'bench.results'
local measure = require 'bench.measure'

describe('JSON of the benchmark', function()
   it('is read back as it was written', function()
      local value = { name = 'a "b" \\ \n\t\1', rows = { { ratio = 0.5, ok = true }, { ok = false } }, empty = {},
         nested = { list = { 1, -2.5, 3e-9, 33554432 } } }
      assert.same({ value }, json.decode(json.encode(value)))
   end)

   it('has names in their order and flat tables on one line', function()
      assert.equal('{"name": "x", "tensor": 1e-06, "ratio": 0.333333, "zebra": true}',
         json.encode { zebra = true, ratio = 1 / 3, tensor = 1e-6, name = 'x' })
      assert.equal('{\n  "threads": [\n    {"name": "x"},\n    {"name": "y"}\n  ]\n}',
         json.encode { threads = { { name = 'x' }, { name = 'y' } } })
   end)

   it('writes no number that JSON does not have', function()
      assert.equal('[null, null, null]', json.encode { 0 / 0, math.huge, -math.huge })
   end)

   it('holds values line by line', function()
      assert.same({ { a = 1 }, { a = 2 } }, json.decode '{"a": 1}\n{"a": 2}\n')
      assert.same({}, json.decode ' \n')
      assert.same({ { 'A\195', false } }, json.decode '["\\u0041\\u00c3", false]')
   end)

   it('says in which line a text is wrong', function()
      for text, message in pairs { ['[1,\n 2'] = 'line 2: , or ] expected', ['{"a" 1}'] = 'line 1: : expected',
         ['{a: 1}'] = 'a name expected', ['"x'] = 'a string that ends', ['[1 2]'] = ', or ] expected',
         ['[truth]'] = 'a value expected', ['[,]'] = 'a value expected' } do
         local ok, problem = pcall(json.decode, text)
         assert.is_false(ok, text)
         assert.truthy(problem:find(message, 1, true), problem)
      end
   end)
end)

describe('the command line of the benchmark', function()
   local function parsed(...) return options.parse { ... } end

   it('has defaults', function()
      local o = parsed()
      assert.same({ 1, 2 }, o.thread_counts)
      assert.is_nil(o.only)
   end)

   it('takes values, flags and one or two files to compare', function()
      local o = parsed('--threads', '4,1', '--quick', '--only', 'gemm', '--peers', 'debian')
      assert.same({ 4, 1 }, o.thread_counts)
      assert.is_true(o.quick)
      assert.equal('gemm', o.only)
      assert.is_nil(parsed('--compare', 'a.json', '--summary').compare_with)
      assert.equal('b.json', parsed('--compare', 'a.json', 'b.json').compare_with)
   end)

   it('refuses what it does not know and what contradicts itself', function()
      for _, case in ipairs { { 'no option', '--fast' }, { 'no option', 'gemm' }, { 'needs a value', '--only' },
         { 'whole numbers', '--threads', '0' }, { 'whole numbers', '--threads', '1,' },
         { 'whole numbers', '--threads', '1.5' }, { 'debian or pypi', '--peers', 'conda' },
         { 'all rows', '--keep', '--only', 'x' }, { 'all rows', '--keep', '--quick' },
         { 'all rows', '--keep', '--from', 'x' }, { 'rows only', '--json', '--summary' } } do
         local o, problem = options.parse { case[2], case[3], case[4] }
         assert.is_nil(o)
         assert.truthy(problem:find(case[1], 1, true), problem)
      end
   end)

   it('chooses rows by plain text and by pattern', function()
      local row = { name = 'a + b into r, 1e5', group = 'point-wise' }
      for _, only in ipairs { 'a + b', 'point', '^a .*5$', 'point-wise' } do
         assert.is_true(options.wants({ only = only }, row), only)
      end
      assert.is_true(options.wants({}, row))
      for _, only in ipairs { 'gemm', '^b', '(' } do assert.falsy(options.wants({ only = only }, row), only) end
   end)
end)

describe('the machine, for the benchmark', function()
   local epyc = 'processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\n'
      .. 'stepping\t: 1\n\nprocessor\t: 1\nmodel\t\t: 17\n'

   it('is told from /proc/cpuinfo', function()
      local p = machine.of_cpuinfo(epyc)
      assert.equal(2, p.cores)
      assert.equal('AMD EPYC (family 25, model 17, stepping 1)', machine.describe(p))
      assert.equal('amd-epyc-25-17-2-cores', machine.file_name(p))
   end)

   it('gets a file name without signs, trade marks and clocks', function()
      local function name(text) return machine.file_name(machine.of_cpuinfo(text)) end
      assert.equal('intel-xeon-platinum-8370c-6-106-1-core',
         name 'processor: 0\nmodel name: Intel(R) Xeon(R) Platinum 8370C CPU @ 2.80GHz\ncpu family: 6\nmodel: 106\n')
      assert.equal('arm-0x41-0xd0c-1-core', name 'processor : 0\nCPU implementer : 0x41\nCPU part : 0xd0c\n')
      assert.equal('unknown-1-core', name '')
   end)

   it('has the caches that the system describes', function()
      local folder = os.tmpname()
      os.remove(folder)
      local function cache(index, level, kind, size)
         local path = ('%s/index%d'):format(folder, index)
         assert(os.execute('mkdir -p ' .. path))
         files.write(path .. '/level', level)
         files.write(path .. '/type', kind)
         files.write(path .. '/size', size)
      end
      cache(0, '1\n', 'Data\n', '32K\n')
      cache(1, '1\n', 'Instruction\n', '64K\n')
      cache(2, '2\n', 'Unified\n', '1024K\n')
      cache(3, '3\n', 'Unified\n', '32M\n')
      local caches = machine.caches(folder)
      os.execute('rm -r ' .. folder)
      assert.same({ L1 = 32768, L2 = 1048576, L3 = 33554432 }, caches)
      assert.equal('L1 32 KB, L2 1 MB, L3 32 MB', machine.describe_caches(caches))
      assert.same({}, machine.caches '/nowhere')
      assert.equal('caches unknown', machine.describe_caches {})
   end)
end)

describe('a measured row', function()
   local function judged(samples, row) return measure.judge({}, samples, row) end

   it('is compared with the best peer, by shortest samples and by medians', function()
      local r = judged({ tensor = { 3, 2, 4 }, numpy = { 9, 8, 8 }, torch = { 5, 4, 6 } }, { aim = 0.5 })
      assert.equal(2, r.tensor)
      assert.equal(3, r.tensor_median)
      assert.equal(0.5, r.ratio)
      assert.equal(3 / 5, r.median_ratio)
      assert.is_true(r.ok)
      assert.is_false(judged({ tensor = { 3 }, numpy = { 2 } }, { aim = 1 }).ok)
   end)

   it('is judged by the library that does its work, or by its limit', function()
      local samples = { tensor = { 2.1 }, library = { 2 }, numpy = { 1 } }
      local r = judged(samples, { aim = 1, library_aim = 1.06 })
      assert.equal(1.05, r.library_ratio)
      assert.equal(2.1, r.ratio)
      assert.equal(1.06, r.aim)
      assert.is_true(r.ok)
      assert.is_true(judged({ tensor = { 2 }, numpy = { 1 } }, { limit = 3 }).ok)
      assert.is_false(judged({ tensor = { 4 }, numpy = { 9 } }, { limit = 3 }).ok)
   end)

   it('has a speed-up over one thread, if that was measured', function()
      assert.equal(1.5, judged({ tensor = { 4 }, one = { 6 } }, {}).speedup)
      assert.is_nil(judged({ tensor = { 4 } }, {}).speedup)
   end)

   it('is not judged without a peer', function()
      local r = judged({ tensor = { 1 } }, { aim = 1 })
      assert.is_nil(r.ratio)
      assert.is_nil(r.ok)
   end)
end)

describe('results of the benchmark', function()
   local path

   before_each(function()
      path = os.tmpname()
      os.remove(path)
   end)
   after_each(function() os.remove(path) end)

   local function run(date, seconds)
      return { date = date, versions = { numpy = '2' }, bandwidth = { ['1'] = { copy = 1e9 } },
         threads = { ['1'] = { { name = 'x', group = 'g', tensor = seconds, ratio = seconds } } } }
   end
   local processor = { processor = 'P', cores = 2, caches = { L1 = 1 } }

   it('are kept with those before', function()
      assert(results.keep(path, processor, run('monday', 1)))
      assert.same({ processor = 'P', cores = 2, caches = { L1 = 1 }, now = run('monday', 1) }, results.read(path))
      assert(results.keep(path, processor, run('tuesday', 2)))
      assert(results.keep(path, processor, run('wednesday', 3)))
      local kept = results.read(path)
      assert.same(run('wednesday', 3), kept.now)
      assert.same(run('tuesday', 2), kept.before)
   end)

   it('keep the counts of threads that a run left out, with their date', function()
      local function with(count, date)
         local made = run(date, 1)
         made.threads, made.bandwidth = { [count] = made.threads['1'] }, { [count] = made.bandwidth['1'] }
         return made
      end
      assert(results.keep(path, processor, with('2', 'monday')))
      assert(results.keep(path, processor, with('1', 'tuesday')))
      assert.is_nil(results.read(path).before) -- tuesday's run joined monday's
      assert(results.keep(path, processor, with('1', 'wednesday')))
      assert.equal('tuesday', results.read(path).before.date)
      local now = results.read(path).now
      assert.equal('wednesday', now.date)
      assert.same({ ['2'] = 'monday' }, now.dates)
      assert.same(with('2', 'monday').threads['2'], now.threads['2'])
      assert.same({ copy = 1e9 }, now.bandwidth['2'])
      assert.same({ nil, 'monday' }, { report.tables(now)[1].date, report.tables(now)[2].date })
      assert(results.keep(path, processor, with('2', 'thursday'))) -- joins wednesday's, which had monday's rows only
      assert.equal('tuesday', results.read(path).before.date)
      assert.same({ ['1'] = 'wednesday' }, results.read(path).now.dates)
   end)

   it('may be lines of --json', function()
      files.write(path, '{"threads": 1, "name": "x", "ratio": 2}\n{"threads": 2, "name": "x", "ratio": 3}\n')
      local now = results.read(path).now
      assert.equal(2, now.threads['1'][1].ratio)
      assert.equal(3, now.threads['2'][1].ratio)
   end)

   it('are refused if they are something else', function()
      for _, text in ipairs { '', '[]', '{"now": 1}', '{', '3' } do
         files.write(path, text)
         local kept, problem = results.read(path)
         assert.is_nil(kept)
         assert.truthy(problem:find(path, 1, true))
      end
      assert.is_nil(results.read '/nowhere/at.json')
      assert.is_nil(results.keep('/nowhere/at.json', processor, run('monday', 1)))
   end)

   it('have geometric means, by group and in all, without loading and memory', function()
      local means = report.means {
         { group = 'a', ratio = 0.5 }, { group = 'a', ratio = 2 }, { group = 'b', ratio = 4 }, { group = 'b' },
         { group = 'memory', ratio = 100 } }
      assert.same({ 'a', 'b', 'memory', 'in all' },
         { means[1].group, means[2].group, means[3].group, means[4].group })
      assert.near(1, means[1].mean, 1e-12)
      assert.equal(1, means[1].slower)
      assert.near(4, means[2].mean, 1e-12)
      assert.near(4 ^ (1 / 3), means[4].mean, 1e-12)
      assert.equal(3, means[4].rows)
      assert.is_nil(report.means({})[1].mean)
   end)
end)
