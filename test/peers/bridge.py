# bridge.py: a Lua state with the module in this process, and tensors as capsules of DLPack between it and Python.
import ctypes
import os
import sys

flags = sys.getdlopenflags()
sys.setdlopenflags(os.RTLD_GLOBAL | os.RTLD_NOW)  # the module finds the functions of Lua in lupa
import lupa.luajit21 as luajit  # noqa: E402
sys.setdlopenflags(flags)

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILD = os.environ.get('TH_BUILD', os.path.join(TOP, 'build'))


class Struct(ctypes.Structure):  # DLTensor
    _fields_ = [('data', ctypes.c_void_p), ('device_type', ctypes.c_int32), ('device_id', ctypes.c_int32),
                ('ndim', ctypes.c_int32), ('code', ctypes.c_uint8), ('bits', ctypes.c_uint8),
                ('lanes', ctypes.c_uint16), ('shape', ctypes.POINTER(ctypes.c_int64)),
                ('strides', ctypes.POINTER(ctypes.c_int64)), ('byte_offset', ctypes.c_uint64)]


DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class Plain(ctypes.Structure):  # DLManagedTensor
    _fields_ = [('tensor', Struct), ('context', ctypes.c_void_p), ('deleter', DELETER)]


class Versioned(ctypes.Structure):  # DLManagedTensorVersioned
    _fields_ = [('major', ctypes.c_uint32), ('minor', ctypes.c_uint32), ('context', ctypes.c_void_p),
                ('deleter', DELETER), ('flags', ctypes.c_uint64), ('tensor', Struct)]


STRUCTS = Plain, Versioned
NAMES = b'dltensor', b'dltensor_versioned'

api = ctypes.pythonapi
DESTRUCTOR = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
api.PyCapsule_New.restype = ctypes.py_object
api.PyCapsule_New.argtypes = ctypes.c_void_p, ctypes.c_char_p, DESTRUCTOR
api.PyCapsule_IsValid.argtypes = ctypes.c_void_p, ctypes.c_char_p
api.PyCapsule_GetPointer.restype = ctypes.c_void_p
api.PyCapsule_GetPointer.argtypes = ctypes.c_void_p, ctypes.c_char_p
api.PyCapsule_SetName.argtypes = ctypes.py_object, ctypes.c_char_p


def drop(address, version):
    STRUCTS[version].from_address(address).deleter(address)


def destroy(capsule):
    # A capsule that nobody took still has its first name.
    for version, name in enumerate(NAMES):
        if api.PyCapsule_IsValid(capsule, name):
            drop(api.PyCapsule_GetPointer(capsule, name), version)


destructor = DESTRUCTOR(destroy)


class Lent:
    """A tensor of Lua as NumPy and PyTorch ask for it."""

    def __init__(self, state, tensor):
        self.state, self.tensor = state, tensor

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, stream=None, max_version=None, dl_device=None, copy=None):
        version = 1 if max_version and max_version[0] >= 1 else 0
        return api.PyCapsule_New(self.state.lend(self.tensor, version, copy), NAMES[version], destructor)


class State:
    """A Lua state with the module."""

    def __init__(self):
        self.lua = luajit.LuaRuntime(unpack_returned_tuples=True)
        self.lua.execute(f'''
            package.path = '{TOP}/lua/?.lua;{TOP}/lua/?/init.lua;' .. package.path
            package.cpath = '{BUILD}/lua/5.1/?.so'
            tensor, ffi = require 'tensor', require 'ffi' ''')
        self.lend = self.lua.eval('''function(x, version, copy)
            local capsule = tensor.toDLPack(x, { version = version, copy = copy })
            return tonumber(ffi.cast('intptr_t', capsule:release()))
        end''')
        self.from_address = self.lua.eval('''function(address, version)
            return tensor.fromDLPack(ffi.cast('void *', address), { version = version })
        end''')

    def eval(self, text, *values):
        return self.lua.eval('function(...) return ' + text + ' end')(*values)

    def run(self, text, *values):
        return self.lua.eval('function(...) ' + text + ' end')(*values)

    def lent(self, text):
        return Lent(self, self.eval(text))

    def take(self, source, version=1):
        """A tensor in Lua on the memory of an array or tensor of Python."""
        capsule = source.__dlpack__(max_version=(1, 0)) if version else source.__dlpack__()
        name = NAMES[version]
        tensor = self.from_address(api.PyCapsule_GetPointer(id(capsule), name), version)
        api.PyCapsule_SetName(capsule, b'used_' + name)
        return tensor
