-- Rule: of the system, libraries and module use C11 and POSIX.1-2008, and beyond these only the functions of the list
-- below, each in the places that it names. So a port to macOS or a BSD is a file beside THPosix.c that does without
-- those of the platform; exchange/ may be left out, as on Windows.
-- What POSIX has is asked of the compiler: its headers declare the rest only where a program asks for more.
local platform, exchange = '/platform/THPosix', '/exchange/'

local beyond = {
   dl_iterate_phdr = { platform }, -- the BSDs have it
   dladdr = { platform }, -- all have it
   fallocate = { platform, exchange }, -- Linux alone: a hint, and a queue's pages given back
   fopencookie = { platform }, -- macOS and the BSDs: funopen
   getcontext = { platform }, makecontext = { platform }, swapcontext = { platform }, -- POSIX until 2001; not OpenBSD
   getrandom = { platform, exchange }, -- macOS and OpenBSD: getentropy
   ioctl = { platform }, -- all have it: the columns of a terminal
   lgamma_r = { platform }, -- all have it
   madvise = { platform, exchange }, -- all have it; what is asked for differs
   malloc_trim = { platform }, -- glibc alone
   memfd_create = { exchange }, -- FreeBSD has it
   posix_spawn_file_actions_addclosefrom_np = { exchange }, -- glibc alone
   prctl = { exchange }, -- Linux alone
   pthread_getattr_np = { platform }, -- macOS: pthread_get_stackaddr_np; FreeBSD: pthread_attr_get_np
   pthread_setname_np = { platform }, -- macOS: the calling thread only
   qsort_r = { platform }, -- macOS, and FreeBSD before 14, want the context first
   sched_getaffinity = { platform }, sched_setaffinity = { platform }, -- not macOS
   sincos = { '' }, sincosl = { '' }, -- gcc makes them of sin and cos, where the C library has them
   syscall = { platform, exchange }, -- SYS_gettid, SYS_futex: Linux alone
}

local objects = { '*/TH_objects.dir/*.o', '*/THS_objects.dir/*.o', '*/tensor_objects_*.dir/*.o',
   '*/th_kernels_*.dir/*.o', '*/ths_kernels_*.dir/*.o' }
-- Names of the compiler and of headers' macros, and of other libraries.
local others = { '^_', '^luaL?_', '^png_', '^jpeg_', '^inflate', '^deflate', '^crc32_' }

-- The names that the objects want of the system: name -> objects. glibc has other names for files of 64 bits, and for
-- scanf of C99.
local function wanted(tree, paths)
   local ours, users = {}, {}
   for _, line in ipairs(tree.symbols('-g --defined-only', paths)) do ours[line:match '(%S+)$' or ''] = true end
   for _, line in ipairs(tree.symbols('-A -u', paths)) do
      local object, name = line:match '^(.-):%s+[Uw]%s(%S+)$'
      local is_other = not name or ours[name]
      name = name and name:gsub('^__isoc99_', ''):gsub('64$', '')
      for _, pattern in ipairs(others) do is_other = is_other or name:find(pattern) ~= nil end
      if not is_other then
         users[name] = users[name] or {}
         table.insert(users[name], object)
      end
   end
   return users
end

local function is_allowed(name, object)
   for _, place in ipairs(beyond[name] or {}) do
      if object:find(place, 1, true) then return true end
   end
   return false
end

local function check(tree, report)
   local paths = {}
   for _, pattern in ipairs(objects) do
      for _, path in ipairs(tree.built(pattern)) do paths[#paths + 1] = path end
   end
   local users, used = wanted(tree, paths), {}
   for _, name in ipairs(tree.beyond_posix(users)) do
      used[name] = true
      for _, object in ipairs(users[name]) do
         if not is_allowed(name, object) then report(object, 0, name .. ' is neither in C11 nor in POSIX') end
      end
   end
   for name in pairs(beyond) do
      if not used[name] then report('test/check/beyond.lua', 0, name .. ' is used no more') end
   end
end

-- A build that uses the list, but for one function, and whose object at path wants one more.
local function sample(path, name, unused)
   local posix = { open = true }
   local listing = {}
   for each, places in pairs(beyond) do
      if each ~= unused then listing[#listing + 1] = ('TH_objects.dir%s.c.o: U %s'):format(places[1], each) end
   end
   if name then listing[#listing + 1] = path .. ': U ' .. name end
   return {
      built = function(pattern) return pattern:find 'TH_objects' and { path or 'x.o' } or {} end,
      symbols = function(options) return options:find '-u' and listing or { '0000 T th_open' } end,
      beyond_posix = function(users)
         local list = {}
         for each in pairs(users) do
            if not posix[each] then list[#list + 1] = each end
         end
         return list
      end,
   }
end

return {
   name = 'C11, POSIX, and a list of what goes beyond',
   check = check,
   good = {
      sample(),
      sample('lib/TH_objects.dir/file/THStream.c.o', 'open64'),
      sample('lib/TH_objects.dir/file/THStream.c.o', 'th_open'),
      sample('lib/TH_objects.dir/exchange/THQueue.c.o', 'memfd_create'),
   },
   bad = {
      sample('lib/TH_objects.dir/file/THStream.c.o', 'fopencookie'),
      sample('lib/TH_objects.dir/platform/THPosix.c.o', 'gettid'),
      sample(nil, nil, 'dladdr'),
   },
}
