-- Finds the library of C functions, and declares those of the header nn.THNN_h for each type.
local ffi = require 'ffi'

local declared = require('nn.THNN_h'):gsub('#[^\n]*', ''):gsub('TH_API ', '')
local functions = {}
for real, name in pairs { double = 'Double', float = 'Float' } do
   ffi.cdef((declared:gsub('THNN_%(([%w_]+)%)', 'THNN_' .. name .. '%1'):gsub('%f[%w]real%f[%W]', real)))
end
ffi.cdef 'int THNN_countNames(void);'
functions.C = ffi.load(assert(package.searchpath('libTHNN', package.cpath)))
nn.THNN = functions
