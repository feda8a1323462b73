-- A package in the form of nn: layers in Lua over a library in C that is called by FFI.
require 'torch'
nn = {}
require 'nn.THNN'
require 'nn.Map'
require 'nn.test'
return nn
