# test_dlpack.py: NumPy and PyTorch on tensors of Lua, and Lua on theirs. Says last how many tests passed and failed.
import ctypes
import gc
import sys
import threading
import unittest
import weakref

from bridge import DELETER, STRUCTS, Lent, State, drop
import numpy
import torch

# By dtype in Lua: NumPy's, PyTorch's.
TYPES = {
    'byte': ('uint8', 'uint8'), 'char': ('int8', 'int8'), 'short': ('int16', 'int16'), 'int': ('int32', 'int32'),
    'long': ('int64', 'int64'), 'uint16': ('uint16', 'uint16'), 'half': ('float16', 'float16'),
    'float': ('float32', 'float32'), 'double': ('float64', 'float64'), 'bool': ('bool', 'bool'),
    'bfloat16': (None, 'bfloat16'), 'complexfloat': ('complex64', 'complex64'),
    'complexdouble': ('complex128', 'complex128'), 'complexhalf': (None, 'complex32'),
}
VERSIONS = 0, 1


class Case(unittest.TestCase):
    def setUp(self):
        self.state = State()

    def tearDown(self):
        self.state = None
        gc.collect()


class NumPy(Case):
    part = 0
    from_dlpack = staticmethod(numpy.from_dlpack)

    def bytes_of(self, array):
        return numpy.ascontiguousarray(array).tobytes()

    def named(self, array):
        return str(array.dtype)

    def made(self, text, dtype):
        return numpy.arange(12).reshape(3, 4).astype(dtype)

    def address(self, array):
        return array.__array_interface__['data'][0]

    def lent_in_both_versions(self, text):
        """The tensor in Lua, and arrays on it by either version."""
        lent = self.state.lent(text)

        class Old(Lent):
            def __dlpack__(self, *arguments, **named):
                return Lent.__dlpack__(self)
        return lent.tensor, [self.from_dlpack(lent), self.from_dlpack(Old(self.state, lent.tensor))]

    def test_types_that_go_out(self):
        for dtype, names in TYPES.items():
            if not names[self.part]:
                continue
            with self.subTest(dtype):
                x, arrays = self.lent_in_both_versions(
                    f"tensor.range(0, 11, {{dtype = 'double'}}):view(3, 4):type('{dtype}')"
                    if dtype != 'complexhalf' else
                    "tensor.fromBlob(tensor.zeros(24):dataPtr(), {sizes = {3, 4}, dtype = 'complexhalf'}):clone()")
                for array in arrays:
                    self.assertEqual(names[self.part], self.named(array))
                    self.assertEqual((3, 4), tuple(array.shape))
                    self.assertEqual(self.state.eval('(...):dataPtr()', x), self.address(array))
                    if dtype != 'complexhalf':
                        self.assertEqual(self.bytes_of(self.made(None, names[self.part])), self.bytes_of(array))

    def test_types_that_come_in(self):
        for dtype, names in TYPES.items():
            if not names[self.part]:
                continue
            for version in VERSIONS:
                with self.subTest(dtype, version=version):
                    array = self.made(None, names[self.part])
                    x = self.state.take(array, version)
                    self.assertEqual(dtype, self.state.eval("(...):type():match('%.(%a+%d*)Tensor'):lower()", x))
                    self.assertEqual(self.address(array), self.state.eval('(...):dataPtr()', x))
                    self.assertEqual((3, 4), tuple(self.state.eval('(...):size(1), (...):size(2)', x)))
                    if dtype == 'complexhalf':
                        continue
                    taken = self.state.run('local s = (...):string() return s:gsub(".", '
                                           'function(c) return ("%02x"):format(c:byte()) end)', x)[0]
                    self.assertEqual(self.bytes_of(array).hex(), taken)

    def test_both_see_what_either_writes(self):
        x, (array, old) = self.lent_in_both_versions('tensor.zeros(2, 3)')
        array[1, 2] = 7
        self.state.run('(...)[1][1] = 5', x)
        for view in array, old:
            self.assertEqual([[5, 0, 0], [0, 0, 7]], view.tolist())
        mine = self.made(None, 'float32')
        y = self.state.take(mine)
        self.state.run('(...):mul(2)', y)
        self.assertEqual(22, mine[2, 3])
        mine[0, 0] = 9
        self.assertEqual(9, self.state.eval('(...)[1][1]', y))

    def test_strides_and_offsets(self):
        for text, value in {
            'tensor.range(1, 12):view(3, 4):t()': [[1, 5, 9], [2, 6, 10], [3, 7, 11], [4, 8, 12]],
            'tensor.range(1, 12):view(3, 4):narrow(2, 2, 2)': [[2, 3], [6, 7], [10, 11]],
            'tensor.range(1, 12):view(3, 4):select(2, 3)': [3, 7, 11],
            'tensor.range(1, 3):view(1, 3):expand(2, 3)': [[1, 2, 3], [1, 2, 3]],
            'tensor.range(1, 12)[{{3, 11}}]:unfold(1, 3, 3)': [[3, 4, 5], [6, 7, 8], [9, 10, 11]],
        }.items():
            with self.subTest(text):
                for array in self.lent_in_both_versions(text)[1]:
                    self.assertEqual(value, array.tolist())
        mine = self.made(None, 'float64')
        for part in mine, mine.T, mine[1:], mine[:, 1::2], mine[::2, 3], mine[1, 1:2]:
            with self.subTest(str(part)):
                x = self.state.take(part)
                self.assertEqual(part.reshape(-1).tolist(), list(self.state.eval('(...):totable()', self.state.eval(
                    '(...):contiguous():view(-1)', x)).values()))

    def test_without_dimensions_and_without_elements(self):
        for text, shape in {'tensor.zeros(3, 0, 2)': (3, 0, 2), 'tensor.Tensor()': (0,),
                            'tensor.LongTensor():resize(tensor.LongStorage()):fill(3)': ()}.items():
            with self.subTest(text):
                for array in self.lent_in_both_versions(text)[1]:
                    self.assertEqual(shape, tuple(array.shape))
                    if not shape:
                        self.assertEqual(3, array.item())
        for version in VERSIONS:
            mine = self.made(None, 'int64')
            x = self.state.take(mine[1:2, 2].reshape(()), version)
            self.assertEqual((0, 6), tuple(self.state.eval('(...):dim(), (...):item()', x)))
            for part in mine[3:], mine[:, 4:], mine[:0, :0]:
                x = self.state.take(part, version)
                self.assertEqual(list(part.shape), list(self.state.eval('(...):size():totable()', x).values()))

    def refused(self, text, call):
        with self.assertRaises(Exception) as raised:
            call()
        self.assertIn(text, str(raised.exception))

    def test_what_is_lent_stays(self):
        x, arrays = self.lent_in_both_versions('tensor.range(1, 5)')
        for call in '(...):release()', '(...):resize(100)', '(...):storage():resize(2)':
            self.refused('lent', lambda: self.state.run(call, x))
        self.assertEqual(5, arrays[0][4])
        arrays = None
        gc.collect()
        self.state.run('(...):release()', x)

    def test_a_scope_leaves_what_is_lent(self):
        address = self.state.run('''return tensor.scope(function()
            lent = tensor.toDLPack(tensor.range(1, 5))
            return tonumber(ffi.cast('intptr_t', lent:release()))
        end)''')
        self.assertEqual(3, ctypes.cast(STRUCTS[1].from_address(address).tensor.data,
                                        ctypes.POINTER(ctypes.c_float))[2])
        drop(address, 1)

    def test_strings_are_copied(self):
        lent = self.state.lent("tensor.fromString('abc')")
        array = self.from_dlpack(lent)
        self.assertEqual([97, 98, 99], array.tolist())
        self.assertNotEqual(self.state.eval('(...):dataPtr()', lent.tensor), self.address(array))
        self.refused('toDLPack: a Lua value keeps the memory', lambda: self.state.lend(lent.tensor, 1, False))

    def test_arrays_outlive_the_state(self):
        lent = self.state.lent('tensor.range(1, 1000)')
        array = self.from_dlpack(lent)
        del lent
        self.state = None
        gc.collect()
        self.assertEqual(500500, array.sum())
        array += 1
        self.assertEqual(1001, array[999])

    def test_arrays_are_let_go_of_by_another_thread(self):
        x, arrays = self.lent_in_both_versions('tensor.range(1, 100000)')
        thread = threading.Thread(target=arrays.clear)
        thread.start()
        thread.join()
        self.state.run('(...):release()', x)

    def test_the_giver_lives_as_long_as_lua_looks(self):
        for end in 'collect', 'release', 'close':
            with self.subTest(end):
                mine = self.made(None, 'float32')
                gone = weakref.ref(mine)
                x = self.state.take(mine)
                view = self.state.eval('(...):narrow(2, 2, 2)[1]', x)
                del mine, x
                gc.collect()
                self.state.run('collectgarbage() collectgarbage()')
                self.assertEqual([1, 2], list(self.state.eval('(...):totable()', view).values()))
                self.assertIsNotNone(gone())
                if end == 'release':
                    self.state.run('(...):release()', view)
                del view
                if end == 'collect':
                    self.state.run('collectgarbage() collectgarbage()')
                if end == 'close':
                    self.state = None
                gc.collect()
                self.assertIsNone(gone())
                self.state = self.state or State()


class PyTorch(NumPy):
    part = 1
    from_dlpack = staticmethod(torch.from_dlpack)

    def bytes_of(self, array):
        return array.contiguous().view(torch.uint8).numpy().tobytes()

    def named(self, array):
        return str(array.dtype).replace('torch.', '')

    def made(self, text, dtype):
        if dtype == 'complex32':
            return torch.zeros(3, 4, dtype=torch.complex32)
        return torch.arange(12).reshape(3, 4).to(getattr(torch, dtype))

    def address(self, array):
        return array.data_ptr()


class Others(Case):
    """What only one of the libraries has, and structs made by hand."""

    def test_read_only(self):
        lent = self.state.lent("tensor.fromBlob(tensor.range(1, 3):dataPtr(), {sizes = 3, readonly = true})")
        array = numpy.from_dlpack(lent)
        self.assertFalse(array.flags.writeable)
        with self.assertRaises(Exception) as raised:
            self.state.lend(lent.tensor, 0, None)
        self.assertIn('read-only', str(raised.exception))
        mine = numpy.arange(3.0)
        mine.flags.writeable = False
        x = self.state.take(mine)
        self.assertTrue(self.state.eval('(...):isReadOnly()', x))
        for call in '(...):fill(1)', '(...)[2] = 3', '(...):storage()[1] = 4', 'for i = 1, 200 do (...)[1 + i % 3] = 1 end':
            with self.assertRaises(Exception) as raised:
                self.state.run(call, x)
            self.assertIn('read-only', str(raised.exception))
        self.assertEqual([0, 1, 2], mine.tolist())

    def test_negative_strides_are_refused(self):
        mine = numpy.arange(6.0)
        gone = weakref.ref(mine)
        for version in VERSIONS:
            with self.assertRaises(Exception) as raised:
                self.state.take(mine[::-1], version)
            self.assertIn('negative', str(raised.exception))
        del mine, raised
        gc.collect()
        self.assertIsNone(gone())  # the capsule was still theirs

    def test_types_that_there_are_not(self):
        for dtype in 'uint32', 'uint64':
            with self.assertRaises(Exception) as raised:
                self.state.take(numpy.zeros(3, dtype))
            self.assertIn(dtype, str(raised.exception))

    def test_views_with_bits_are_copied(self):
        lent = self.state.lent('tensor.fft(tensor.range(1, 4)):conj()')
        array = numpy.from_dlpack(lent)
        self.assertEqual((numpy.fft.fft([1, 2, 3, 4]).conj()).tolist(), array.tolist())

    def test_arrays_of_one_library_on_memory_of_another(self):
        mine = torch.arange(5.0)
        x = self.state.take(mine)
        array = numpy.from_dlpack(Lent(self.state, x))
        del x
        self.state.run('collectgarbage() collectgarbage()')
        gone = weakref.ref(mine)
        array[2] = 10
        self.assertEqual(10, mine[2].item())
        del mine
        self.state = None
        gc.collect()
        self.assertEqual([0, 1, 10, 3, 4], array.tolist())
        del array, gone

    def by_hand(self, version, strides=True):
        calls = []

        def deleter(address):
            calls.append(threading.get_ident())
        managed = STRUCTS[version]()
        memory = (ctypes.c_float * 12)(*range(12))
        shape, steps = (ctypes.c_int64 * 2)(2, 3), (ctypes.c_int64 * 2)(3, 1)
        managed.deleter = DELETER(deleter)
        if version:
            managed.major = 1
        t = managed.tensor
        t.data, t.device_type, t.ndim, t.byte_offset = ctypes.addressof(memory), 1, 2, 4
        t.code, t.bits, t.lanes, t.shape = 2, 32, 1, shape
        if strides:
            t.strides = steps
        return managed, memory, calls, (shape, steps)

    def test_a_deleter_is_called_once(self):
        for version in VERSIONS:
            for strides in True, False:
                managed, memory, calls, kept = self.by_hand(version, strides)
                x = self.state.from_address(ctypes.addressof(managed), version)
                self.assertEqual(15 + 6, self.state.eval('(...):sum()', x))
                view = self.state.eval('(...)[2]', x)
                lent = Lent(self.state, view)
                array = numpy.from_dlpack(lent)
                del x, view, lent
                self.state.run('collectgarbage() collectgarbage()')
                self.assertEqual([], calls)
                array[0] = 100
                self.assertEqual(100, memory[4])
                del array
                gc.collect()
                self.assertEqual(1, len(calls))
                self.state.run('collectgarbage() collectgarbage()')
                self.assertEqual(1, len(calls))

    def test_a_deleter_is_called_by_the_thread_that_lets_go_last(self):
        managed, memory, calls, kept = self.by_hand(1)
        arrays = [numpy.from_dlpack(Lent(self.state, self.state.from_address(ctypes.addressof(managed), 1)))]
        self.state = None
        gc.collect()
        self.assertEqual([], calls)
        thread = threading.Thread(target=arrays.clear)
        thread.start()
        thread.join()
        self.assertEqual([thread.ident], calls)


if __name__ == '__main__':
    result = unittest.main(exit=False, verbosity=1).result
    failed = len(result.failures) + len(result.errors)
    print(f'{max(result.testsRun - failed, 0)} passed, {failed} failed', flush=True)
    sys.exit(failed > 0)
