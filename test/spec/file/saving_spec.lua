-- A file is saved whole or not at all, in every format: what was under the name stays until all is written, and nothing
-- else is left in its folder.
local tensor = require 'tensor'
local files = require 'spec.support.files'
local child = require 'spec.support.child'

local quoted = files.quoted

local has_zlib = not select(2, pcall(tensor.encode, {}, { format = 'npz' })):find 'built without'

-- For each format: a value that can be saved, and values that cannot.
local values = {
   npy = { good = tensor.range(1, 6), bad = { 'text', tensor.BFloat16Tensor(2), tensor.ones(2, 2):toSparse() } },
   npz = has_zlib and { good = { a = tensor.ones(2), b = tensor.range(1, 9) },
      bad = { tensor.ones(2), { a = tensor.ones(2), b = 3 }, { a = tensor.BFloat16Tensor(2) }, { [true] = 1 } },
   } or nil,
   safetensors = { good = { a = tensor.ones(2), b = tensor.range(1, 9) },
      bad = { tensor.ones(2), { tensor.ones(2) }, { a = 'x' }, { a = tensor.ComplexFloatTensor(2) },
         { __metadata__ = tensor.ones(2) }, { ['\255'] = tensor.ones(2) } } },
   raw = { good = tensor.range(1, 6), bad = { 'text', {}, tensor.ones(2, 2):toSparse() } },
   t7 = { good = { 1, 'x', tensor.ones(2) }, bad = { coroutine.create(function() end), { 1, { io.stdout } } } },
}

-- A new folder, removed at the end of the test.
local function folder(finally)
   local path = os.tmpname()
   os.remove(path)
   assert(os.execute('mkdir ' .. quoted(path)))
   finally(function() os.execute('rm -r ' .. quoted(path)) end)
   return path
end

local function names_in(path) return files.lines_of('ls -A ' .. quoted(path)) end
local function mode_of(path) return files.lines_of('stat -c %a ' .. quoted(path))[1] end

local function load(path, format)
   return tensor.load(path, { format = format })
end

for format, value in pairs(values) do
   describe('saving ' .. format, function()
      it('leaves the file and nothing else', function()
         local dir = folder(finally)
         local path = dir .. '/file.' .. format
         tensor.save(path, value.good)
         tensor.save(path, value.good)
         assert.same({ 'file.' .. format }, names_in(dir))
         assert.equal(files.contents(path), tensor.encode(value.good, { format = format }))
         assert.truthy(load(path, format))
      end)

      it('keeps what was there when a value cannot be saved', function()
         local dir = folder(finally)
         local path = dir .. '/file.' .. format
         files.write(path, 'as before')
         for k, bad in ipairs(value.bad) do
            local ok, message = pcall(tensor.save, path, bad)
            assert.is_false(ok, k)
            assert.truthy(message:find('save: ' .. path .. ': ', 1, true), message)
            assert.equal('as before', files.contents(path))
            assert.error_matches(function() tensor.encode(bad, { format = format }) end, 'encode: ')
         end
         assert.same({ 'file.' .. format }, names_in(dir))
      end)

      it('leaves no new file when a value cannot be saved', function()
         local dir = folder(finally)
         for _, bad in ipairs(value.bad) do assert.is_false(pcall(tensor.save, dir .. '/file.' .. format, bad)) end
         assert.same({}, names_in(dir))
      end)

      it('keeps what was there when a file may not be so long, and no signal comes', function()
         local dir = folder(finally)
         files.write(dir .. '/file', 'as before')
         files.write(dir .. '/script.lua', ([[
            package.path, package.cpath = %q, %q
            local tensor = require 'tensor'
            local x, format = tensor.zeros(100000), ...
            local value = (format == 'npz' or format == 'safetensors') and { x = x } or x
            print(pcall(tensor.save, %q, value, { format = format }))
            print(pcall(tensor.save, %q, x:narrow(1, 1, 10):clone(), { format = 'raw' }))
         ]]):format(package.path, package.cpath, dir .. '/file', dir .. '/small'))
         local lines = files.lines_of(('ulimit -f 16; exec %s %s %s 2>&1'):format(
            quoted(os.getenv 'LUA' or 'luajit'), quoted(dir .. '/script.lua'), format))
         assert.truthy(lines[1]:find 'save: .*File too large', lines[1])
         assert.equal('true', lines[2])
         assert.equal('as before', files.contents(dir .. '/file'))
         assert.same({ 'file', 'script.lua', 'small' }, names_in(dir))
      end)

      it('to a full device is an error', function()
         local big = tensor.zeros(100000)
         local huge = (format == 'npz' or format == 'safetensors') and { x = big } or big
         assert.error_matches(function() tensor.save('/dev/full', huge, { format = format }) end,
            'save: /dev/full: .*')
         tensor.save('/dev/null', huge, { format = format })
      end)

      it('goes through a pipe', function()
         local dir = folder(finally)
         os.execute(('mkfifo %s; cat %s > %s &'):format(quoted(dir .. '/pipe'), quoted(dir .. '/pipe'),
            quoted(dir .. '/copy')))
         tensor.save(dir .. '/pipe', value.good, { format = format })
         local expected = tensor.encode(value.good, { format = format })
         for _ = 1, 500 do
            if files.contents(dir .. '/copy') == expected then break end
            os.execute 'sleep 0.01'
         end
         assert.equal(expected, files.contents(dir .. '/copy'))
         assert.same({ 'copy', 'pipe' }, names_in(dir))
      end)
   end)
end

describe('the place of a file', function()
   it('is found through links, also to a file that is not there yet', function()
      local dir = folder(finally)
      os.execute(('mkdir %s/real; ln -s real/file %s/link; ln -s link %s/second; ln -s %s/real/other %s/real/absolute')
         :format(dir, dir, dir, dir, dir))
      tensor.save(dir .. '/second', { 1 })
      assert.same({ 1 }, tensor.load(dir .. '/real/file'))
      tensor.save(dir .. '/real/absolute', { 2 })
      assert.same({ 2 }, tensor.load(dir .. '/real/other'))
      assert.equal('real/file', files.lines_of('readlink ' .. dir .. '/link')[1])
      assert.equal('link', files.lines_of('readlink ' .. dir .. '/second')[1])
      os.execute(('ln -s two %s/one; ln -s one %s/two'):format(dir, dir))
      assert.error_matches(function() tensor.save(dir .. '/one', 1) end, 'save: .*symbolic links')
   end)

   it('may be the output of the program, which goes on in it', function()
      local dir = folder(finally)
      files.write(dir .. '/script', ([[
         package.path, package.cpath = %q, %q
         local tensor = require 'tensor'
         io.write 'before\n'
         for _, path in ipairs { '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1' } do
            tensor.save(path, tensor.range(1, 2), { format = 'csv' })
         end
         tensor.save('/dev/stdout', 5, { format = 't7', mode = 'ascii' })
         io.write 'after\n'
      ]]):format(package.path, package.cpath))
      local script = ('%s %s/script'):format(quoted(os.getenv 'LUA' or 'luajit'), dir)
      os.execute(('%s > %s/file; %s | cat > %s/pipe'):format(script, dir, script, dir))
      for _, name in ipairs { 'file', 'pipe' } do
         assert.equal('before\n1\n2\n1\n2\n1\n2\n1\n5\nafter\n', files.contents(dir .. '/' .. name))
      end
      assert.same({ 'file', 'pipe', 'script' }, names_in(dir))
      assert.error_matches(function() tensor.save('/proc/self/fd/99999', 1) end, 'save: .*Bad file descriptor')
   end)

   it('keeps its permissions; a new one has those of the umask', function()
      local dir = folder(finally)
      files.write(dir .. '/file', '')
      for _, mode in ipairs { '640', '600', '666', '755' } do
         os.execute(('chmod %s %s/file'):format(mode, dir))
         tensor.save(dir .. '/file', 1)
         assert.equal(mode, mode_of(dir .. '/file'))
      end
      local code = ('tensor.save(%q, 1)'):format(dir .. '/new')
      files.write(dir .. '/script', ('package.path, package.cpath = %q, %q; local tensor = require "tensor"; %s')
         :format(package.path, package.cpath, code))
      os.execute(('umask 027; %s %s/script'):format(quoted(os.getenv 'LUA' or 'luajit'), dir))
      assert.equal('640', mode_of(dir .. '/new'))
   end)

   it('can have a name as long as names can be', function()
      local dir = folder(finally)
      local name = ('n'):rep(255)
      tensor.save(dir .. '/' .. name, 1)
      assert.same({ name }, names_in(dir))
      assert.error_matches(function() tensor.save(dir .. '/' .. name .. 'n', 1) end, 'save: .*too long')
   end)

   it('must be one for a file', function()
      local dir = folder(finally)
      assert.error_matches(function() tensor.save(dir, 1) end, 'save: .*directory')
      assert.error_matches(function() tensor.save(dir .. '/', 1) end, 'save: .*directory')
      assert.error_matches(function() tensor.save(dir .. '/no/file', 1) end, 'save: .*No such file')
      assert.error_matches(function() tensor.save('', 1) end, 'save: ')
      assert.error_matches(function() tensor.save(5, 1) end, 'save: a path expected, got number')
      assert.error_matches(function() tensor.save(dir .. '/x\0y', 1) end, 'save: a path with a 0')
      assert.same({}, names_in(dir))
   end)
end)

describe('a file that is saved anew', function()
   it('leaves tensors that look at it their elements', function()
      local dir = folder(finally)
      tensor.save(dir .. '/x.npy', tensor.range(1, 1000))
      local x = tensor.load(dir .. '/x.npy', { mmap = true })
      tensor.save(dir .. '/x.npy', tensor.zeros(3))
      assert.equal(500500, x:sum())
      tensor.save(dir .. '/x.safetensors', { a = tensor.range(1, 1000) })
      local t = tensor.load(dir .. '/x.safetensors')
      t.a:add(1)
      tensor.save(dir .. '/x.safetensors', t)
      assert.equal(501500, t.a:sum())
      assert.equal(501500, tensor.load(dir .. '/x.safetensors').a:sum())
   end)

   it('by an object that saves itself elsewhere meanwhile', function()
      local dir = folder(finally)
      local Thing = tensor.class('SavingThing', {})
      function Thing:write(file)
         tensor.save(dir .. '/inner', { 'inner' })
         assert(self)
         file:writeObject 'outer'
      end
      function Thing:read(file) self.text = file:readObject() end
      tensor.save(dir .. '/outer', tensor.setmetatable({}, 'SavingThing'))
      assert.same({ 'inner', 'outer' }, names_in(dir))
      assert.equal('outer', tensor.load(dir .. '/outer').text)
      function Thing.write() error 'no' end
      assert.error_matches(function() tensor.save(dir .. '/outer', tensor.setmetatable({}, 'SavingThing')) end,
         'save: .*no')
      assert.equal('outer', tensor.load(dir .. '/outer').text)
      assert.same({ 'inner', 'outer' }, names_in(dir))
   end)

   it('stays as it was when the program is killed', function()
      local dir = folder(finally)
      tensor.save(dir .. '/file', 'as before')
      local result = child.run(([[
         local Thing = tensor.class 'Thing'
         function Thing.write(_, file)
            file:writeString(('x'):rep(100000))
            os.execute 'kill -9 $PPID'
         end
         tensor.save(%q, tensor.setmetatable({}, 'Thing'))
      ]]):format(dir .. '/file'))
      assert.not_equal(0, result.status)
      assert.equal('as before', tensor.load(dir .. '/file'))
   end)
end)
