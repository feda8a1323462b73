-- Every difference that doc/coming-from-torch7.md names is there: each row of its table, and each point of its list,
-- has an example here.
local child = require 'spec.support.child'
local files = require 'spec.support.files'
local tensor = require 'tensor'

local page = files.contents 'doc/coming-from-torch7.md'

-- --- rows: the first example is true after require 'torch', the second after require 'tensor' alone ---

local rows = {
   ['default type'] = {
      [[return torch.zeros(1):type() == 'torch.DoubleTensor' and tensor.zeros(1):type() == 'torch.DoubleTensor']],
      [[return tensor.zeros(1):type() == 'torch.FloatTensor']],
   },
   ['operands of different shapes with equally many elements'] = {
      [[return (tensor.ones(4, 1) + tensor.ones(1, 4)):nElement() == 4]],
      [[return (tensor.ones(4, 1) + tensor.ones(1, 4)):nElement() == 16 and (tensor.ones(2, 3) + x:cat(x)):dim() == 2]],
   },
   ['a size or position with a fraction, as in `x:narrow(1, 1, 0.8 * n)`'] = {
      [[return x:narrow(1, 1.9, 2.7):size(1) == 2]],
      [[return not pcall(x.narrow, x, 1, 1, 2.7)]],
   },
   ['an empty LongStorage as sizes'] = {
      [[return x:resize(none):dim() == 0 and x:nElement() == 0 and tensor.zeros(none):dim() == 0
         and tensor.FloatTensor(none):dim() == 0 and tensor.rand(none):dim() == 0]],
      [[return x:resize(none):dim() == 0 and x:nElement() == 1 and tensor.zeros(none):nElement() == 1]],
   },
   ['`select` on a vector'] = {
      [[return x:select(2, 3) == 2 and x:select(-7, 1) == 3]],
      [[return x:select(1, 3) == 2 and not pcall(x.select, x, 2, 3)]],
   },
   ['`squeeze(1)` of a vector of one element'] = {
      [[return tensor.ones(1):squeeze(1) == 1 and tensor.ones(1, 1):squeeze(1):dim() == 1]],
      [[return tensor.ones(1):squeeze(1):dim() == 0 and tensor.ones(1, 1):squeeze(1):dim() == 1]],
   },
   ['`reshape`'] = {
      [[local r, y = tensor.FloatTensor { 0, 0, 0 }, x:reshape(3, 1):fill(7)
      local window = r:narrow(1, 1, 3)
      tensor.reshape(r, x, 1, 3)
      x:fill(8)
      return y[1][1] == 7 and window[1] == 3 and r:dim() == 2]],
      [[x:reshape(3, 1):fill(7)
      return x[1] == 7]],
   },
   ['`cat` of tensors without elements'] = {
      [[return tensor.cat(empty, empty):dim() == 0 and tensor.cat { empty, empty }:dim() == 0]],
      [[return tensor.cat(empty, empty):dim() == 1]],
   },
   ['`linspace`, `logspace` of one point'] = {
      [[return not pcall(tensor.linspace, 0, 1, 1) and tensor.linspace(2, 2, 1)[1] == 2
         and not pcall(tensor.logspace, 0, 1, 1)]],
      [[return tensor.linspace(0, 1, 1)[1] == 0 and tensor.logspace(0, 1, 1)[1] == 1]],
   },
   ['`eye(n, 0)`'] = {
      [[return tensor.eye(2, 0):size(2) == 2]],
      [[return tensor.eye(2, 0):size(2) == 0]],
   },
   ['`inverse`'] = {
      [[local a, kept = tensor.FloatTensor { { 0, 2 }, { 4, 0 } }, tensor.FloatTensor(2, 2)
      local new, given = tensor.inverse(a), tensor.inverse(tensor.FloatTensor(), a)
      tensor.inverse(kept, a)
      return new:stride(1) == 1 and new:stride(2) == 2 and new[1][2] == 0.25 and new[2][1] == 0.5
         and given:stride(2) == 2 and kept:stride(1) == 2 and given:equal(kept)]],
      [[return tensor.inverse(tensor.eye(2)):stride(1) == 2]],
   },
   ['writing to a tensor whose elements share memory: expanded, or unfolded with overlap'] = {
      [[x:view(1, 3):expand(2, 3):add(1, tensor.ones(2, 3):float())
      local wide = x:view(1, 3):expand(2, 3)
      return x[1] == 5 and x[3] == 4 and not pcall(function() wide[wide:eq(4)] = 1 end)]],
      [[return not pcall(x.add, x:view(1, 3):expand(2, 3), 1)]],
   },
   ['`range`, `linspace`, `logspace` into a tensor with as many elements'] = {
      [[local r = tensor.FloatTensor(2, 3)
      return tensor.range(r, 1, 6):size(1) == 2 and tensor.linspace(r, 0, 1, 6):dim() == 2]],
      [[return tensor.range(tensor.FloatTensor(2, 3), 1, 6):dim() == 1]],
   },
   ['printing integers of more than nine digits'] = {
      [[return tostring(tensor.LongTensor { 2 ^ 53 }):find '9007199254740992' ~= nil]],
      [[return tostring(tensor.LongTensor { 2 ^ 53 }):find '9007199254740992' ~= nil]],
   },
   ['printing more than 1000 elements'] = {
      [[return #tostring(tensor.zeros(1500)):gsub('[^\n]', '') == 1500]],
      [[return #tostring(tensor.zeros(1500)):gsub('[^\n]', '') < 10]],
   },
   ['`Tensor`, `Storage` in the module'] = {
      [[return torch.Tensor == torch.DoubleTensor and torch.Storage == torch.DoubleStorage]],
      [[return tensor.Tensor ~= tensor.FloatTensor and tensor.Tensor { 1 }:type() == 'torch.FloatTensor']],
   },
   ['`CudaTensor` and the other device types'] = {
      [[return (torch.CudaTensor ~= nil) == tensor.cuda.isAvailable()]],
      [[return tensor.CudaTensor ~= nil]],
   },
   ['globals'] = {
      [[return rawget(_G, 'torch') ~= nil and rawget(_G, 'include') ~= nil]],
      [[return rawget(_G, 'torch') == nil and rawget(_G, 'include') == nil]],
   },
}

describe("require 'torch' changes", function()
   local function holds(code, before)
      assert.equal('true\n', child.output(before .. 'local x, none = tensor.FloatTensor { 3, 1, 2 }, '
         .. 'tensor.LongStorage()\nlocal empty = tensor.FloatTensor()\nprint((function() ' .. code .. ' end)())'))
   end

   local named = {}
   for row in page:match "## What `require 'torch'` changes\n(.-)\n## ":gmatch '\n| ([^\n|]+) | ' do
      named[row] = true
      it(row, function()
         assert(rows[row], 'there is no example')
         holds(rows[row][1], 'require "torch" ')
         holds(rows[row][2], '')
      end)
   end

   it('nothing else', function()
      for row in pairs(rows) do assert(named[row], row .. ' stands in no row') end
   end)
end)

-- --- points: the functions run without require 'torch', for these differences do not depend on it ---

local nan = 0 / 0

local function fails(text, f, ...)
   local ok, message = pcall(f, ...)
   assert.is_false(ok)
   assert(tostring(message):find(text, 1, true), message)
end

local function with_file(text, f)
   local path = os.tmpname()
   files.write(path, text)
   local ok, message = pcall(f, path)
   os.remove(path)
   if not ok then error(message, 0) end
end

local points = {
   ['Errors'] = function()
      fails('add: sizes 2 and 3', tensor.add, tensor.ones(2), tensor.ones(3))
   end,
   ['Errors of C functions called by FFI'] = function()
      if not pcall(require, 'ffi') then return end
      assert.equal('1000 on purpose\n', child.output [[require 'torch'
         local ffi, message = require 'ffi'
         ffi.cdef 'void THCompat_raise(int argument, const char *text);'
         local module = ffi.load(package.searchpath('tensor.core', package.cpath))
         local function try() return pcall(module.THCompat_raise, 0, 'on purpose') end
         jit.off(try)
         local failed = 0
         for i = 1, 1000 do
            local ok, why = try()
            if not ok then failed, message = failed + 1, why end
         end
         print(failed, message)]]:gsub('\t', ' '))
   end,
   ['An explicit nil'] = function()
      local x = tensor.FloatTensor { 2, 1 }
      assert.equal(3, x:sum(nil))
      assert.same({ 1, 2 }, (tensor.sort(nil, nil, x)):totable())
      fails('argument 1 is nil', tensor.zeros, nil, 2)
   end,
   ['The package `paths`'] = function()
      assert.equal('nil nil\n', child.output 'require "torch"\nprint(rawget(_G, "paths"), package.loaded.paths)'
         :gsub('\t', ' '))
   end,
   ['A string is not a number'] = function()
      fails('got (string)', tensor.ones, '3')
   end,
   ['`apply`, `map`, `map2`'] = function()
      local routine = coroutine.wrap(function() tensor.ones(2):apply(coroutine.yield) end)
      assert.is_false((pcall(routine)))
   end,
   ['Views are checked'] = function()
      local x = tensor.range(1, 6)
      fails('needs 10 elements', x.set, x, x:storage(), 5, 4, 3)
      local view = x:narrow(1, 4, 3)
      x:storage():resize(4)
      fails('storage', view.sum, view)
   end,
   ['A storage and a first element'] = function()
      local s = tensor.FloatStorage { 1, 2, 3, 4 }
      assert.same({ 3, 4 }, tensor.FloatTensor(s, 3):totable())
      assert.same({ 3, 4 }, tensor.FloatTensor():set(s, 3):totable())
   end,
   ['Results'] = function()
      local x, y = tensor.zeros(1):expand(3), tensor.range(1, 4)
      fails('add', x.add, x, 1)
      y:narrow(1, 2, 3):copy(y:narrow(1, 1, 3))
      assert.same({ 1, 1, 2, 3 }, y:totable())
      local part = y:narrow(1, 1, 2)
      fails('only other tensors on the storage have', tensor.add, part, tensor.ones(3), 1)
      local d = tensor.zeros(6)
      local e = d:view(2, 3)
      d:resize(2):add(tensor.ones(6), 1)
      assert.equal(12, e:sum())
      d:resize(2)
      local late = e:narrow(1, 2, 1)
      fails('only other tensors on the storage have', tensor.add, d, tensor.ones(6), 1)
      assert.equal(6, late:sum())
   end,
   ['Results of other sizes'] = function()
      local x, r = tensor.ones(2, 3), tensor.zeros(7)
      assert.same({ { 3, 3 }, { 3, 3 } }, tensor.mm(r, x, x:t()):totable())
      assert.same({ { 1, 1, 1 } }, tensor.gather(r, x, 1, tensor.LongTensor { { 1, 2, 1 } }):totable())
   end,
   ['Comparisons with a result'] = function()
      assert.same({ 0, 1 }, tensor.eq(tensor.ByteTensor(), tensor.FloatTensor { 1, 2 }, 2):totable())
   end,
   ['Integers'] = function()
      fails('zero', tensor.div, tensor.IntTensor { 1 }, 0)
      assert.same({ 0, 44 }, tensor.DoubleTensor { nan, 300 }:byte():totable())
   end,
   ['Bits of floating types'] = function()
      assert.same({ 1, 0 }, tensor.bitand(tensor.FloatTensor { 3.5, 4 }, 1):totable())
      assert.same({ 0 }, tensor.lshift(tensor.IntTensor { 1 }, 32):totable())
      assert.same({ -1 }, tensor.rshift(tensor.IntTensor { -8 }, 99):totable())
   end,
   ['Sizes of 0 and tensors without dimensions'] = function()
      assert.same({ 2, 0 }, tensor.ones(2, 0):size():totable())
      assert.equal(1, tensor.ones(tensor.LongStorage {}):nElement())
      fails('at most 8 dimensions', tensor.ones, 1, 1, 1, 1, 1, 1, 1, 1, 1)
   end,
   ['`cmax`, `cmin`, `max`, `min`'] = function()
      local x = tensor.FloatTensor { 1, nan }
      local m = tensor.cmax(x, 0)
      assert.is_true(m[2] ~= m[2] and x:max() ~= x:max() and x:min() ~= x:min())
      assert.equal(1, select(2, tensor.max(tensor.FloatTensor { 2, 2 }, 1))[1])
   end,
   ['`sort`'] = function()
      local _, at = tensor.sort(tensor.FloatTensor { 2, nan, 1, 2 })
      assert.same({ 3, 1, 4, 2 }, at:totable())
      local m = tensor.median(tensor.FloatTensor { 1, nan, 2 })[1]
      assert.is_true(m ~= m)
      assert.same({ 2, 3 }, tensor.topk(tensor.FloatTensor { 5, 2, 3 }, 2):totable())
   end,
   ['`histc`'] = function()
      assert.equal(2, tensor.histc(tensor.FloatTensor { 1, nan, 2 }, 2, 1, 2):sum())
      fails('histc', tensor.histc, tensor.FloatTensor { 1, 1 / 0 })
      fails('histc', tensor.histc, tensor.FloatTensor { 1, 2 }, 2, 2, 1)
      assert.equal(2, tensor.histc(tensor.FloatTensor { 1, 2 }, 2, 5, 5):sum())
      assert.same({ { 1, 1 }, { 2, 0 } }, tensor.bhistc(tensor.FloatTensor { { 0, 1 }, { 0, 0 } }, 2, 0, 1):totable())
   end,
   ['`index`, `maskedSelect` with a result, `indexAdd`, `indexCopy`, `indexFill`, `maskedFill`'] = function()
      local x, r, at = tensor.ones(2), tensor.Tensor(), tensor.LongTensor { 1 }
      assert.equal(r, r:index(x, 1, at))
      assert.equal(r, r:maskedSelect(x, x:gt(0)))
      assert.equal(x, x:indexAdd(1, at, tensor.ones(1)))
      assert.equal(x, x:indexCopy(1, at, tensor.ones(1)))
      assert.equal(x, x:indexFill(1, at, 5))
      assert.equal(x, x:maskedFill(x:gt(3), 6))
      assert.same({ 6, 1 }, x:totable())
   end,
   ['Rounding'] = function()
      local x = tensor.FloatTensor { 2 ^ 24, 1, 1 }
      assert.equal(2 ^ 24 + 2, x:sum())
      assert.equal(2 ^ 24 + 2, x:view(3, 1):sum(1)[1][1])
      local third = tensor.FloatTensor(1):fill(1 / 3)
      local product = tensor.cat({ third, third, third }, 1):prod(1)
      assert.equal((third:double():pow(3)):float()[1], product[1])
   end,
   ['More calls work'] = function()
      local x = tensor.range(1, 6):view(2, 3)
      assert.equal(1, (x / x):min())
      assert.equal(3, x:size(-1))
      assert.same({ 1, 2 }, tensor.ByteTensor { 1, 2 }:abs():totable())
      assert.equal(3, tensor.HalfTensor { 1, 2 }:sum())
      assert.same({ 2, 2, 3 }, x:expand(2, 2, 3):size():totable())
      assert.same({ 2, 3 }, tensor.zeros { 2, 3 }:size():totable())
      assert.same({ 1, 3, 2 }, x:t():view(1, 3, 2):size():totable())
   end,
   ['Raw addresses'] = function()
      local x = tensor.FloatTensor { 1 }
      assert.equal(1, tensor.pushudata(tensor.pointer(x), 'torch.FloatTensor')[1])
      fails('address', tensor.pushudata, tensor.pointer(x) + 1, 'torch.FloatTensor')
      fails('', x.free, x)
   end,
   ['Files with functions'] = function()
      local path = os.tmpname()
      tensor.save(path, { f = function() return 3 end })
      fails('functions', tensor.load, path)
      assert.equal(3, tensor.load(path, 'binary', { functions = true }).f())
      os.remove(path)
   end,
   ['A `PipeFile` whose command fails'] = function()
      local pipe = tensor.PipeFile('exit 3', 'r')
      fails('3', pipe.close, pipe)
   end,
   ['`readX(count)` beyond the end'] = function()
      with_file('1 2', function(path)
         local file = tensor.DiskFile(path)
         fails('read', file.readInt, file, 5)
         assert.equal(1, file:position())
         assert.equal(2, file:quiet():readInt(5):size())
         file:close()
      end)
   end,
   ["The structs behind `cdata`"] = function()
      if not pcall(require, 'ffi') then return end
      assert.equal(3, tonumber(tensor.FloatTensor(2, 3):cdata().size[1]))
   end,
   ['A type object is the metatable'] = function()
      assert.equal(tensor.FloatTensor, tensor.getmetatable 'torch.FloatTensor')
   end,
   ['A class is defined once'] = function()
      local module = {}
      tensor.class('differences.Once', module)
      fails('differences.Once', tensor.class, 'differences.Once', module)
      tensor.newmetatable 'differences.Once'
   end,
   ['`torch.getRNGState`'] = function()
      assert.is_true(tensor.getRNGState():nElement() ~= 5048)
   end,
   ['Linear algebra'] = function()
      fails('NaN or infinite', tensor.inverse, tensor.FloatTensor { { nan, 1 }, { 1, 2 } })
      fails('rank', tensor.gels, tensor.ones(2, 1), tensor.zeros(2, 2))
      fails('rank', tensor.gels, tensor.ones(2, 1), tensor.FloatTensor { { 1, 0 }, { 0, 0 } })
   end,
   ['`torch.setheaptracking`, `torch.updatethreadlocals`'] = function()
      assert.equal('true false\n', child.output [[require 'torch'
         io.write(tostring(torch._heaptracking), ' ')
         torch.setheaptracking(false)
         torch.updateerrorhandlers()
         torch.updatethreadlocals()
         print(torch._heaptracking)]])
   end,
}

describe('what differs from Torch7', function()
   local named = {}
   for words in page:match '## What differs from Torch7\n(.-)\n## ':gmatch '\n%* %*%*(.-)%*%*' do
      local point = words:gsub('%s+', ' ')
      named[point] = true
      it(point, function() assert(points[point], 'there is no example')() end)
   end

   it('is listed', function()
      for point in pairs(points) do assert(named[point], point .. ' is no point of the page') end
   end)
end)
