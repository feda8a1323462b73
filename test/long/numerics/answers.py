#!/usr/bin/env python3
"""Writes NumPy's answers for numpy_spec.lua to test/data/numpy/<chapter>.lua.

Run it from the top of the tree: python3 test/long/numerics/answers.py. Each case has a call in Lua, its operands,
NumPy's results, and their tolerance as a multiple of the type's precision. In the files positions count from 1.
"""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

random = np.random.RandomState(2017)
FLOAT, WHOLE, MASK = 'float', 'long', 'byte'


def real(*size):
    """Numbers with three decimals; a small array has no equal ones."""
    return np.round(random.uniform(-2, 2, size), 3)


def quarters(*size):
    """Multiples of 0.25, so that products have few digits."""
    return random.randint(-8, 9, size) / 4


def whole(low, high, *size):
    return random.randint(low, high + 1, size).astype(np.int64)


def number(x):
    if x != x:
        return '0 / 0'
    if abs(x) == np.inf:
        return 'math.huge' if x > 0 else '-math.huge'
    return repr(int(x)) if x == int(x) and abs(x) < 2**53 else repr(float(x))


def text(x):
    """The Lua text of a value: { type, { sizes }, { elements } } for a tensor, else the number or boolean."""
    if isinstance(x, (bool, np.bool_)):
        return 'true' if x else 'false'
    x = np.asarray(x)
    if x.ndim == 0:
        return number(x)
    kind = MASK if x.dtype == np.uint8 else WHOLE if x.dtype == np.int64 else FLOAT
    sizes = ', '.join(str(n) for n in x.shape)
    return "{ '%s', { %s }, { %s } }" % (kind, sizes, ', '.join(number(e) for e in x.ravel()))


def wrapped(line):
    """Break a line at blanks into lines of at most 116 columns."""
    lines, current = [], ''
    for word in line.split(' '):
        if current and len(current) + 1 + len(word) > 116:
            lines.append(current)
            current = '   ' + word
        else:
            current = current + ' ' + word if current else word
    return '\n'.join(['   ' + part for part in lines + [current]])


class Chapter:
    def __init__(self, name, about):
        self.name, self.about, self.cases = name, about, []

    def add(self, call, operands, results, slack=8):
        given = ', '.join('%s = %s' % (name, text(x)) for name, x in operands.items())
        gives = ', '.join(text(x) for x in results)
        self.cases.append(wrapped('{ %s, { %s }, { %s }, %s },' % (repr(call), given, gives, slack)))

    def write(self):
        with open('test/data/numpy/%s.lua' % self.name, 'w') as file:
            file.write('-- %s.lua: %s, by NumPy %s; written by test/long/numerics/answers.py.\n' %
                       (self.name, self.about, np.__version__))
            file.write('return {\n%s\n}\n' % '\n'.join(self.cases))


def reductions():
    out = Chapter('reductions', 'reductions and running sums')
    x = real(3, 4, 2)
    zeros = (x > -1).astype(np.uint8)
    for dim in range(3):
        keep = dict(axis=dim, keepdims=True)
        for name, f in (('sum', np.sum), ('prod', np.prod), ('mean', np.mean)):
            out.add('x:%s(%d)' % (name, dim + 1), {'x': x}, [f(x, **keep)])
        for name, f in (('var', np.var), ('std', np.std)):
            out.add('x:%s(%d)' % (name, dim + 1), {'x': x}, [f(x, ddof=1, **keep)], 32)
            out.add('x:%s(%d, true)' % (name, dim + 1), {'x': x}, [f(x, **keep)], 32)
        for p in (0, 1, 2, 3, np.inf):
            order = np.linalg.norm(x, p, dim, keepdims=True)
            out.add('x:norm(%s, %d)' % ('math.huge' if p == np.inf else p, dim + 1), {'x': x}, [order], 32)
        for name, f, at in (('max', np.max, np.argmax), ('min', np.min, np.argmin)):
            positions = np.expand_dims(at(x, dim) + 1, dim).astype(np.int64)
            out.add('x:%s(%d)' % (name, dim + 1), {'x': x}, [f(x, **keep), positions])
            out.add('x:arg%s(%d)' % (name, dim + 1), {'x': x}, [positions])
        out.add('x:cumsum(%d)' % (dim + 1), {'x': x}, [np.cumsum(x, dim)])
        out.add('x:cumprod(%d)' % (dim + 1), {'x': x}, [np.cumprod(x, dim)])
        out.add('x:all(%d)' % (dim + 1), {'x': zeros}, [np.all(zeros, **keep).astype(np.uint8)])
        out.add('x:any(%d)' % (dim + 1), {'x': zeros}, [np.any(zeros, **keep).astype(np.uint8)])
    out.add('x:sum()', {'x': x}, [x.sum()])
    out.add('x:prod()', {'x': x}, [x.prod()], 32)
    out.add('x:mean()', {'x': x}, [x.mean()])
    out.add('x:var()', {'x': x}, [x.var(ddof=1)], 32)
    out.add('x:std(true)', {'x': x}, [x.std()], 32)
    out.add('x:norm(3)', {'x': x}, [(np.abs(x)**3).sum()**(1 / 3)], 32)
    out.add('x:all()', {'x': zeros}, [bool(zeros.all())])
    out.add('x:any()', {'x': zeros}, [bool(zeros.any())])
    a, b = real(4, 3), real(4, 3)
    for p in (1, 2, 3):
        out.add('tensor.dist(a, b, %d)' % p, {'a': a, 'b': b}, [(np.abs(a - b)**p).sum()**(1 / p)], 32)
    out.add('tensor.cross(a, b)', {'a': a, 'b': b}, [np.cross(a, b)])
    out.add('tensor.trace(a)', {'a': a}, [np.trace(a)])
    out.write()


def ordering():
    out = Chapter('ordering', 'sorting, selection and histograms')
    for x in (real(4, 7), whole(0, 4, 3, 8), np.array([[2.5, np.nan, -1, np.inf], [-np.inf, 0.5, 0.5, np.nan]])):
        for dim in (0, 1):
            order = np.argsort(x, dim, kind='stable')
            positions = (order + 1).astype(np.int64)
            out.add('x:sort(%d)' % (dim + 1), {'x': x}, [np.take_along_axis(x, order, dim), positions])
            out.add('x:argsort(%d)' % (dim + 1), {'x': x}, [positions])
            for k in range(1, x.shape[dim] + 1, 2):
                value = np.take(np.partition(x, k - 1, dim), [k - 1], dim)
                out.add('(x:kthvalue(%d, %d))' % (k, dim + 1), {'x': x}, [value])
            if not np.isnan(x.astype(float)).any():
                downward = np.argsort(-x, dim, kind='stable')
                out.add('x:sort(%d, true)' % (dim + 1), {'x': x},
                        [np.take_along_axis(x, downward, dim), (downward + 1).astype(np.int64)])
                middle = (x.shape[dim] - 1) // 2
                out.add('(x:median(%d))' % (dim + 1), {'x': x}, [np.take(np.sort(x, dim), [middle], dim)])
                least = np.take(np.sort(x, dim), [0, 1], dim)
                largest = np.take(-np.sort(-x, dim), [0, 1], dim)
                out.add('(x:topk(2, %d, false, true))' % (dim + 1), {'x': x}, [least])
                out.add('(x:topk(2, %d, true, true))' % (dim + 1), {'x': x}, [largest])
    labels = whole(0, 3, 5, 9)
    values, last = [], []
    for row in labels:
        found, counts = np.unique(row, return_counts=True)
        values.append([found[np.argmax(counts)]])
        last.append([np.flatnonzero(row == values[-1][0])[-1] + 1])
    out.add('x:mode(2)', {'x': labels}, [np.array(values, np.int64), np.array(last, np.int64)])
    x = real(5, 20)
    for bins, low, high in ((4, -2, 2), (7, -1, 1.5), (10, 0, 0)):
        bounds = (low, high) if low != high else (x.min(), x.max())
        out.add('x:histc(%d, %s, %s)' % (bins, low, high), {'x': x},
                [np.histogram(x, bins, bounds)[0].astype(float)])
        rows = [np.histogram(row, bins, bounds)[0].astype(float) for row in x]
        out.add('x:bhistc(%d, %s, %s)' % (bins, low, high), {'x': x}, [np.array(rows)])
    out.write()


def indexing():
    out = Chapter('indexing', 'functions of positions and masks')
    x = real(3, 4, 2)
    for dim in range(3):
        n = x.shape[dim]
        idx = whole(1, n, 5)
        out.add('x:index(%d, idx)' % (dim + 1), {'x': x, 'idx': idx}, [np.take(x, idx - 1, dim)])
        size = list(x.shape)
        size[dim] = 5
        y = real(*size)
        where = [slice(None)] * 3
        where[dim] = idx - 1
        added = x.copy()
        np.add.at(added, tuple(where), y)
        out.add('x:clone():indexAdd(%d, idx, y)' % (dim + 1), {'x': x, 'idx': idx, 'y': y}, [added])
        filled = x.copy()
        filled[tuple(where)] = 7
        out.add('x:clone():indexFill(%d, idx, 7)' % (dim + 1), {'x': x, 'idx': idx}, [filled])
        once = np.array([n, 1], np.int64)
        where[dim] = once - 1
        size[dim] = 2
        z, copied = real(*size), x.copy()
        copied[tuple(where)] = z
        out.add('x:clone():indexCopy(%d, idx, y)' % (dim + 1), {'x': x, 'idx': once, 'y': z}, [copied])
        size[dim] = 3
        along = whole(1, n, *size)
        out.add('x:gather(%d, idx)' % (dim + 1), {'x': x, 'idx': along}, [np.take_along_axis(x, along - 1, dim)])
        size[dim] = n
        order = np.argsort(real(*size), dim).astype(np.int64)
        spread, source = x.copy(), real(*size)
        np.put_along_axis(spread, order, source, dim)
        out.add('x:clone():scatter(%d, idx, y)' % (dim + 1), {'x': x, 'idx': order + 1, 'y': source}, [spread])
        out.add('tensor.cat(x, y, %d)' % (dim + 1), {'x': x, 'y': source}, [np.concatenate((x, source), dim)])
    mask = (random.uniform(size=x.shape) < 0.4).astype(np.uint8)
    on = mask.astype(bool)
    out.add('x:maskedSelect(m)', {'x': x, 'm': mask}, [x[on]])
    out.add('x:clone():maskedFill(m, 5)', {'x': x, 'm': mask}, [np.where(on, 5, x)])
    source, copied = real(24), x.copy()
    copied[on] = source[:on.sum()]
    out.add('x:clone():maskedCopy(m, y)', {'x': x, 'm': mask, 'y': source}, [copied])
    out.add('m:nonzero()', {'m': mask}, [(np.argwhere(on) + 1).astype(np.int64)])
    out.add('x:repeatTensor(2, 1, 3)', {'x': x}, [np.tile(x, (2, 1, 3))])
    a = real(4, 5)
    for k in (-2, 0, 1):
        out.add('a:tril(%d)' % k, {'a': a}, [np.tril(a, k)])
        out.add('a:triu(%d)' % k, {'a': a}, [np.triu(a, k)])
        out.add('a:diag(%d)' % k, {'a': a}, [np.diag(a, k).copy()])
        out.add('a:diag(%d)' % k, {'a': a[0]}, [np.diag(a[0], k)])
    out.add('x:unfold(2, 3, 1)', {'x': x}, [sliding_window_view(x, 3, 1)])
    out.write()


def correlation(x, kernel, full):
    """Sums of products over the positions of the kernel, along as many last dimensions of x as the kernel has."""
    if full:
        x = np.pad(x, [(n - 1, n - 1) for n in kernel.shape])
    windows = sliding_window_view(x, kernel.shape)
    return (windows * kernel).sum(tuple(range(-kernel.ndim, 0)))


def convolutions():
    out = Chapter('convolutions', 'convolution and cross-correlation')
    for rank in (2, 3):
        size, kernel_size = ((6, 7), (2, 3)) if rank == 2 else ((3, 4, 4), (2, 3, 2))
        turn = tuple([slice(None, None, -1)] * rank)
        x, k = quarters(*size), quarters(*kernel_size)
        xs, ks, kk = quarters(2, *size), quarters(2, *kernel_size), quarters(3, 2, *kernel_size)
        for border in 'VF':
            for name, way in (('conv', turn), ('xcorr', tuple([slice(None)] * rank))):
                call = "tensor.%s%d(x, k, '%s')" % (name, rank, border)
                def f(a, b):
                    return correlation(a, b[way], border == 'F')
                out.add(call, {'x': x, 'k': k}, [f(x, k)], 64)
                out.add(call, {'x': xs, 'k': ks}, [np.stack([f(a, b) for a, b in zip(xs, ks)])], 64)
                planes = [sum(f(a, b) for a, b in zip(xs, row)) for row in kk]
                out.add(call, {'x': xs, 'k': kk}, [np.stack(planes)], 64)
    row, line = real(1, 12), real(1, 4)
    out.add("tensor.conv2(x, k, 'F')", {'x': row, 'k': line}, [np.convolve(row[0], line[0]).reshape(1, -1)], 64)
    out.write()


def algebra():
    out = Chapter('algebra', 'products and linear algebra')
    a, b, v, w = real(4, 3), real(3, 5), real(3), real(4)
    s, t = real(2, 4, 3), real(2, 3, 5)
    out.add('tensor.mm(a, b)', {'a': a, 'b': b}, [a @ b])
    out.add('tensor.mv(a, v)', {'a': a, 'v': v}, [a @ v])
    out.add('tensor.ger(w, v)', {'w': w, 'v': v}, [np.outer(w, v)])
    out.add('tensor.dot(a, a)', {'a': a}, [(a * a).sum()])
    out.add('tensor.bmm(a, b)', {'a': s, 'b': t}, [s @ t])
    m = real(4, 5)
    out.add('tensor.addmm(0.5, m, 2, a, b)', {'m': m, 'a': a, 'b': b}, [0.5 * m + 2 * (a @ b)], 16)
    out.add('tensor.addbmm(0.5, m, 2, a, b)', {'m': m, 'a': s, 'b': t}, [0.5 * m + 2 * (s @ t).sum(0)], 32)
    out.add('tensor.addr(3, a, 2, w, v)', {'a': a, 'w': w, 'v': v}, [3 * a + 2 * np.outer(w, v)], 16)
    out.add('tensor.addmv(3, w, 2, a, v)', {'w': w, 'a': a, 'v': v}, [3 * w + 2 * (a @ v)], 16)
    n = real(5, 5) + 4 * np.eye(5)
    r = real(5, 2)
    out.add('(tensor.gesv(r, n))', {'r': r, 'n': n}, [np.linalg.solve(n, r)], 64)
    out.add('tensor.inverse(n)', {'n': n}, [np.linalg.inv(n)], 64)
    out.add("(tensor.trtrs(r, n))", {'r': r, 'n': n}, [np.linalg.solve(np.triu(n), r)], 64)
    out.add("(tensor.trtrs(r, n, 'L', 'T'))", {'r': r, 'n': n}, [np.linalg.solve(np.tril(n).T, r)], 64)
    tall, wide = real(6, 3), real(3, 6)
    out.add('(tensor.gels(r, a))', {'r': r[:1].repeat(6, 0) * np.arange(1, 7)[:, None], 'a': tall},
            [np.linalg.lstsq(tall, r[:1].repeat(6, 0) * np.arange(1, 7)[:, None], None)[0]], 256)
    out.add('(tensor.gels(r, a))', {'r': r[:3], 'a': wide}, [np.linalg.lstsq(wide, r[:3], None)[0]], 256)
    spd = np.round(n @ n.T, 3)
    out.add('(tensor.symeig(n))', {'n': spd}, [np.linalg.eigvalsh(spd)], 256)
    lower = np.linalg.cholesky(spd)
    out.add('tensor.potrf(n)', {'n': spd}, [lower.T], 64)
    out.add("tensor.potrf(n, 'L')", {'n': spd}, [lower], 64)
    out.add("tensor.potri(tensor.potrf(n))", {'n': spd}, [np.linalg.inv(spd)], 1024)
    out.add("tensor.potrs(r, tensor.potrf(n))", {'r': r, 'n': spd}, [np.linalg.solve(spd, r)], 1024)
    for x in (tall, wide):
        out.add('(select(2, tensor.svd(a)))', {'a': x}, [np.linalg.svd(x, compute_uv=False)], 64)
    upper = np.linalg.qr(tall)[1]
    out.add('(select(2, tensor.qr(a))):abs()', {'a': tall}, [np.abs(upper)], 64)
    q = np.linalg.qr(tall)[0]
    out.add('(tensor.qr(a)):abs()', {'a': tall}, [np.abs(q)], 64)
    turning = np.array([[0.0, -2, 0], [2, 0, 0], [0, 0, 3]])
    values = np.linalg.eigvals(turning)
    rows = np.array(sorted([[z.real, z.imag] for z in values]))
    out.add('(tensor.sort((tensor.eig(n)), 1))', {'n': turning}, [np.sort(rows, 0)], 64)
    out.write()


for chapter in (reductions, ordering, indexing, convolutions, algebra):
    chapter()
