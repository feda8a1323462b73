# check.py: LuaJIT inside Python (lupa): the module works there, and NumPy sees a tensor's memory by DLPack.
import ctypes
import os
import sys

import numpy

flags = sys.getdlopenflags()
sys.setdlopenflags(os.RTLD_GLOBAL | os.RTLD_NOW)  # the module finds the functions of Lua in lupa
import lupa  # noqa: E402
sys.setdlopenflags(flags)

lua = lupa.LuaRuntime()
said = lua.eval('dofile(os.getenv "HOST_CHECK")')
lua.execute('''
    tensor = require 'tensor'
    x = tensor.range(1, 6):view(2, 3)
    lent = tensor.toDLPack(x, { version = 0 }):release()
    address = tonumber(require 'ffi'.cast('intptr_t', lent))''')

new = ctypes.pythonapi.PyCapsule_New
new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)


class Lent:
    def __dlpack__(self, stream=None):
        return new(lua.globals().address, b'dltensor', None)

    def __dlpack_device__(self):
        return 1, 0


x = numpy.from_dlpack(Lent())
assert x.tolist() == [[1, 2, 3], [4, 5, 6]], x
lua.execute('x:mul(10)')
assert x.sum() == 210, x
print(f'{said}; a tensor in NumPy {numpy.__version__} without a copy')
