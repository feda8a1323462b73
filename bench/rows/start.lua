-- rows/start.lua: what it takes to load the module, in fresh processes (start.lua and start.py). limit: the largest
-- value of ours that is ok; number: which of the numbers of start.lua it is.
return {
   { name = 'require, import: processor time', group = 'start', kind = 'start', number = 1, limit = 5e-3 },
   { name = 'require, import: memory of the process', group = 'start', kind = 'start', number = 2, limit = 6e6,
      unit = 'bytes' },
   { name = 'full collection of the idle module', group = 'start', kind = 'start', number = 3, limit = 1e-4 },
}
