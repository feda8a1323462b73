"""record_formats.py > test/data/formats/peers.lua: files as NumPy and safetensors write them, and what is in them.

Needs Python with numpy and safetensors; the specs need neither. Run it again only for new cases.
"""
import io
import struct
import sys
import textwrap
import zipfile

import numpy as np
import safetensors
import safetensors.numpy

TYPES = {'?': 'Bool', 'B': 'Byte', 'b': 'Char', 'h': 'Short', 'H': 'UInt16', 'i': 'Int', 'I': 'Long', 'l': 'Long',
         'e': 'Half', 'f': 'Float', 'd': 'Double', 'F': 'ComplexFloat', 'D': 'ComplexDouble'}


def number(x):
    if isinstance(x, complex):
        return '{ %s, %s }' % (number(x.real), number(x.imag))
    if isinstance(x, bool):
        return '1' if x else '0'
    if isinstance(x, float):
        return {'nan': '0/0', 'inf': '1/0', '-inf': '-1/0'}.get(repr(x), repr(x))
    return str(x)


def tensor(a, indent='      '):
    """What a tensor of the array must be: type, sizes, strides if not row-major, elements in row-major order."""
    strides = ''
    if a.size and a.flags.f_contiguous and not a.flags.c_contiguous:
        strides = ' strides = { %s },' % ', '.join(str(s // a.itemsize) for s in a.strides)
    values = textwrap.fill(', '.join(number(x) for x in a.reshape(-1).tolist()), 90)
    values = values.replace('\n', '\n' + indent + '   ')
    return "{ type = 'torch.%sTensor', sizes = { %s },%s\n%s   values = { %s } }" % (
        TYPES[a.dtype.newbyteorder('=').char], ', '.join(map(str, a.shape)), strides, indent, values)


def hexed(data, indent='      '):
    text = data.hex()
    lines = [text[k:k + 100] for k in range(0, len(text), 100)]
    return 'hex [[\n' + ''.join(indent + line + '\n' for line in lines) + indent + ']]'


def entry(name, data, **fields):
    print("   { name = '%s', bytes = %s," % (name, hexed(data)))
    for key, value in fields.items():
        print('      %s = %s,' % (key, value))
    print('   },')


def npy(a, version=None):
    out = io.BytesIO()
    np.lib.format.write_array(out, a, version=version, allow_pickle=True)
    return out.getvalue()


def npy_cases():
    base = np.array([[0, 1, 2], [3, 100, 7]])
    for code in '|b1 |u1 |i1 <i2 <u2 <i4 <i8 <f2 <f4 <f8 <c8 <c16'.split():
        a = base.astype(code)
        if code[1] == 'c':
            a = a * (1 - 2j)
            a = a.astype(code)
        entry('npy ' + code, npy(a), format="'npy'", tensor=tensor(a), same='true')
    for code in '>i2 >u2 >i4 >i8 >f2 >f4 >f8 >c8 >c16 <u4 >u4'.split():
        a = base.astype(code)
        entry('npy ' + code, npy(a), format="'npy'", tensor=tensor(a))
    fortran = np.asfortranarray(np.arange(24, dtype='<f4').reshape(2, 3, 4))
    entry('npy in Fortran order', npy(fortran), format="'npy'", tensor=tensor(fortran))
    entry('npy in Fortran order, swapped', npy(np.asfortranarray(base.astype('>i4'))), format="'npy'",
          tensor=tensor(np.asfortranarray(base.astype('>i4'))))
    for name, a in {'without dimensions': np.array(2.5), 'of size 0': np.zeros((0,), '<i4'),
                    'of size 3x0x2': np.zeros((3, 0, 2), '<f8'), 'of one element': np.array([7], '<i8'),
                    'of 8 dimensions': np.arange(4, dtype='|u1').reshape(1, 2, 1, 1, 2, 1, 1, 1),
                    'with special values': np.array([np.nan, np.inf, -np.inf, -1.5], '<f4'),
                    'of large longs': np.array([2**53 - 1, -2**53 + 1], '<i8'),
                    'that is a row': np.arange(11, dtype='<i2')}.items():
        entry('npy ' + name, npy(a), format="'npy'", tensor=tensor(a), same='true')
    for version in (2, 0), (3, 0):
        entry('npy of version %d.%d' % version, npy(base.astype('<f4'), version), format="'npy'",
              tensor=tensor(base.astype('<f4')))
    for name, a, text in (
            ('u8', np.arange(3, dtype='<u8'), 'unsigned'), ('strings', np.array([b'ab', b'c']), 'strings'),
            ('text', np.array(['ab', 'c']), 'strings'), ('dates', np.array(['2020-01-01'], 'M8[D]'), 'dates'),
            ('durations', np.array([3], 'm8[s]'), 'durations'),
            ('records', np.zeros(2, [('a', '<f4'), ('b', '<i4')]), 'records'), ('void', np.zeros(2, 'V5'), 'records'),
            ('objects', np.array([None, 1], object), 'objects'),
            ('nine dimensions', np.zeros((1,) * 9), 'dimensions')):
        entry('npy of ' + name, npy(a), format="'npy'", error="'%s'" % text)


class Unseekable(io.RawIOBase):
    """A pipe: zipfile writes data descriptors into it."""

    def __init__(self):
        self.data = b''

    def writable(self):
        return True

    def write(self, data):
        self.data += bytes(data)
        return len(data)


def npz_cases():
    a, b = np.arange(6, dtype='<f4').reshape(2, 3), np.array([1, 2], '<i8')
    tensors = "{ arr_0 = %s,\n      b = %s }" % (tensor(a), tensor(b))
    for name, save in ('stored', np.savez), ('deflated', np.savez_compressed):
        out = io.BytesIO()
        save(out, a, b=b)
        entry('npz ' + name, out.getvalue(), format="'npz'", tensors=tensors)
    pipe = Unseekable()
    with zipfile.ZipFile(pipe, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('arr_0.npy', npy(a))
        archive.writestr('readme.txt', 'not an array')
        archive.writestr('b.npy', npy(b), zipfile.ZIP_STORED)
    entry('npz through a pipe, with another member', pipe.data, format="'npz'", tensors=tensors)
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w') as archive:
        archive.comment = b'PK\5\6 a comment'
    entry('npz without members, with a comment', out.getvalue(), format="'npz'", tensors='{}')
    out = io.BytesIO()
    with zipfile.ZipFile(out, 'w', zipfile.ZIP_LZMA) as archive:
        archive.writestr('a.npy', npy(b))
    entry('npz packed by another method', out.getvalue(), format="'npz'", error="'method 14'")
    archive = zip64_archive(npy(b))
    entry('npz in 64 bits', archive, format="'npz'", tensors='{ b = %s }' % tensor(b))


def zip64_archive(member):
    """An archive all of whose numbers stand in 64-bit fields, made by hand as the format's description says."""
    crc, size, name = zipfile.crc32(member), len(member), b'b.npy'
    extra = struct.pack('<HHQQ', 1, 16, size, size)
    local = struct.pack('<IHHHHHIIIHH', 0x04034b50, 45, 0, 0, 0, 33, crc, 2**32 - 1, 2**32 - 1, len(name), len(extra))
    body = local + name + extra + member
    extra = struct.pack('<HHQQQ', 1, 24, size, size, 0)
    central = struct.pack('<IHHHHHHIIIHHHHHII', 0x02014b50, 45, 45, 0, 0, 0, 33, crc, 2**32 - 1, 2**32 - 1, len(name),
                          len(extra), 0, 0, 0, 0, 2**32 - 1) + name + extra
    end64 = struct.pack('<IQHHIIQQQQ', 0x06064b50, 44, 45, 45, 0, 0, 1, 1, len(central), len(body))
    locator = struct.pack('<IIQI', 0x07064b50, 0, len(body) + len(central), 1)
    end = struct.pack('<IHHHHIIH', 0x06054b50, 0, 0, 0xffff, 0xffff, 2**32 - 1, 2**32 - 1, 0)
    return body + central + end64 + locator + end


def safetensors_cases():
    arrays = {
        'float': np.arange(6, dtype='<f4').reshape(2, 3), 'long': np.array([1, -2]), 'half': np.array([0.5], '<f2'),
        'byte': np.array([255], '|u1'), 'char': np.array([[-1]], '|i1'), 'short': np.array([-300], '<i2'),
        'uint16': np.array([60000], '<u2'), 'int': np.array([70000], '<i4'), 'double': np.array(0.25),
        'bool': np.array([True, False, True]), 'none': np.zeros((0, 3), '<f4'), 'na"me\n': np.array([3.0])}
    lua = '{ %s }' % ',\n      '.join("['%s'] = %s" % (k.replace('\n', '\\n'), tensor(a)) for k, a in arrays.items())
    entry('safetensors', safetensors.numpy.save(arrays), format="'safetensors'", tensors=lua, same='true')
    entry('safetensors with metadata', safetensors.numpy.save({'x': np.array([1.5])}, {'format': 'pt \u00fc'}),
          format="'safetensors'", tensors="{ x = %s }" % tensor(np.array([1.5])),
          metadata="{ format = 'pt \u00fc' }", same='true')
    entry('safetensors of nothing', safetensors.numpy.save({}), format="'safetensors'", tensors='{}', same='true')
    wide = np.array([2**32 - 1, 5], '<u4')
    entry('safetensors of U32', safetensors.numpy.save({'x': wide}), format="'safetensors'",
          tensors='{ x = %s }' % tensor(wide))
    entry('safetensors of U64', safetensors.numpy.save({'x': np.array([5], '<u8')}), format="'safetensors'",
          error="'U64'")


print("-- Files as others write them, and what is in them. Written by test/tools/record_formats.py with Python %s,\n"
      "-- NumPy %s and safetensors %s." % (sys.version.split()[0], np.__version__, safetensors.__version__))
print("local function hex(text)\n   return (text:gsub('%s', ''):gsub('..', function(two) return "
      "string.char(tonumber(two, 16)) end))\nend\n\nreturn {")
npy_cases()
npz_cases()
safetensors_cases()
print('}')
