"""gpu.py: the rows of gpu_rows.lua with PyTorch, for script/bench-gpu. Prints name, tab, seconds a call."""
import sys
import time

try:
    import torch
except ImportError:
    sys.exit('no PyTorch')
if not torch.cuda.is_available():
    sys.exit('no device')

MB = 2 ** 20
SAMPLES, LEAST = 7, 0.02
TYPES = {'byte': torch.uint8, 'half': torch.float16, 'float': torch.float32, 'long': torch.int64,
         'double': torch.float64}
WIDTHS = {'byte': 1, 'half': 2, 'float': 4, 'long': 8, 'double': 8}


def filled(dtype, *sizes):
    x = torch.empty(*sizes)
    return torch.remainder(torch.arange(x.numel()).float(), 97).view(x.shape).to(TYPES[dtype])


def timed(run, n, of_host):
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for _ in range(n):
        run()
    host = time.perf_counter() - begin
    torch.cuda.synchronize()
    return host if of_host else time.perf_counter() - begin


def row(name, run, of_host=False):
    run()
    n = 1
    while timed(run, n, of_host) < LEAST and n < 1e6:
        n *= 2
    print('%s\t%.9g' % (name, min(timed(run, n, of_host) / n for _ in range(SAMPLES))), flush=True)
    torch.cuda.empty_cache()


def side(dtype, size):
    return max(32, int((size / WIDTHS[dtype]) ** 0.5 / 32) * 32)


def plain(x):
    return x


def turned(x):
    return x.t()


def permuted(x):
    return x.view(x.size(0) // 4, 4, -1, 32).permute(0, 2, 1, 3)


def strided(x):
    return x.view(-1, 2)[:, 0]


def copy(name, size, from_type, to_type, window):
    n = side(from_type, size)
    view = window(filled(from_type, n, n).cuda())
    dst = torch.empty(view.shape, dtype=TYPES[to_type], device='cuda')
    row('copy %s, %s' % (name, '256 MB' if size >= 100 * MB else '1 MB'), lambda: dst.copy_(view))


def host(name, from_type, window, pinned, down):
    n = side(from_type, 256 * MB)
    x = filled(from_type, n, n)
    src = window(x.cuda() if down else x.pin_memory() if pinned else x)
    dst = torch.empty(src.shape)
    dst = dst.cuda() if not down else dst.pin_memory() if pinned else dst
    row('%s %s %s' % ('down' if down else 'up', 'pinned' if pinned else 'pageable', name), lambda: dst.copy_(src))


def compute(name, f):
    for power in (3, 6, 8):
        n = 10 ** power
        x, y, r = filled('float', n).cuda(), filled('float', n).cuda(), torch.empty(n, device='cuda')
        row('%s, 10^%d' % (name, power), lambda: f(r, x, y))


def main():
    for size in (256 * MB, MB):
        copy('dense float', size, 'float', 'float', plain)
        for dtype in ('float', 'half', 'byte'):
            copy('transposed ' + dtype, size, dtype, dtype, turned)
        copy('permuted float', size, 'float', 'float', permuted)
        copy('every second float', size, 'float', 'float', strided)
        for a, b in (('float', 'half'), ('half', 'float'), ('long', 'float'), ('byte', 'float')):
            copy('%s to %s' % (a, b), size, a, b, plain)
        copy('transposed float to half', size, 'float', 'half', turned)
    for down in (False, True):
        for pinned in (True, False):
            host('float', 'float', plain, pinned, down)
            host('transposed float', 'float', turned, pinned, down)
            host('every second float', 'float', strided, pinned, down)
            host('double to float', 'double', plain, pinned, down)
    compute('add', lambda r, x, y: torch.add(x, y, out=r))
    compute('exp', lambda r, x, y: torch.exp(x, out=r))
    compute('sum', lambda r, x, y: torch.sum(x.view(1, -1), 1))
    compute('max', lambda r, x, y: torch.amax(x.view(1, -1), 1))
    for dtype in ('float', 'half'):
        x = filled(dtype, 4096, 4096).mul(1 / 128).cuda()
        r = torch.empty_like(x)
        row('product of %s matrices, 4096' % dtype, lambda: torch.mm(x, x, out=r))
    x = filled('float', 1000).cuda()
    row('call of add, 1000 elements', lambda: x.add_(1), True)
    row('tensor made and dropped, 1000 elements', lambda: torch.empty(1000, device='cuda'), True)


main()
