"""coefficients.py: prints the polynomials of lib/TH/kernels/THVecMath*.h.

Each is the interpolation at the Chebyshev nodes of the interval, in high precision (mpmath), of the function that is
left when what is exact has been taken out; that is within a factor of about two of the least greatest error. The
coefficients are then rounded to the type, from the highest down.
"""
import mpmath as mp

mp.mp.prec = 300
LN2 = mp.log(2)


def nearby(f, x):
    """f where it has a removable singularity at 0: a little beside it."""
    return f(x if abs(x) > mp.mpf(2) ** -60 else mp.mpf(2) ** -60)


def fit(f, low, high, degree):
    n = degree + 1
    nodes = [(low + high) / 2 + (high - low) / 2 * mp.cos(mp.pi * (2 * k + 1) / (2 * n)) for k in range(n)]
    matrix = mp.matrix(n, n)
    values = mp.matrix(n, 1)
    for i, x in enumerate(nodes):
        for j in range(n):
            matrix[i, j] = x**j
        values[i] = nearby(f, x)
    return list(mp.lu_solve(matrix, values))


def rounded(x, bits):
    with mp.workprec(bits):
        return +mp.mpf(x)


def show(name, coefficients, bits):
    texts = []
    for c in coefficients:
        value = float(rounded(c, bits))
        texts.append(value.hex() + ("f" if bits == 24 else ""))
    print("%s: %s" % (name, ", ".join(texts)))


def split(name, x, bits, lengths):
    """x as a sum of parts, the first ones of so many bits, the last rounded to the type."""
    parts = []
    for length in lengths:
        part = rounded(x, length or bits)
        parts.append(part)
        x -= part
    print("%s: %s" % (name, ", ".join(float(p).hex() + ("f" if bits == 24 else "") for p in parts)))


def exp_rest(r):
    return (mp.exp(r) - 1 - r) / r**2


def log_rest(f):
    return (mp.log(1 + f) - f + f**2 / 2) / f**3


def atanh_rest(z):
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) / s - 2) / z


def log2_rest(z):
    s = mp.sqrt(z)
    return 2 * mp.atanh(s) / s / LN2


def sin_rest(z):
    r = mp.sqrt(z)
    return (mp.sin(r) / r - 1) / z


def cos_rest(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


half = LN2 / 2 * mp.mpf("1.001")
quarter = (mp.pi / 4 * mp.mpf("1.001")) ** 2
s2 = mp.sqrt(mp.mpf(2))
zlog = ((s2 - 1) / (s2 + 1)) ** 2 * mp.mpf("1.001")

show("exp float", fit(exp_rest, -half, half, 5), 24)
show("exp double", fit(exp_rest, -half, half, 10), 53)
show("log float", fit(log_rest, 1 / s2 - 1, s2 - 1, 7), 24)
show("log double", fit(atanh_rest, mp.mpf(2) ** -40, zlog, 6), 53)
show("log2 for pow of float", fit(log2_rest, mp.mpf(2) ** -40, zlog, 8), 53)
show("exp2 for pow of float", fit(lambda r: mp.mpf(2) ** r, mp.mpf(-0.5), mp.mpf(0.5), 7), 53)
show("sin for float", fit(sin_rest, mp.mpf(2) ** -40, quarter, 3), 53)
show("cos for float", fit(cos_rest, mp.mpf(2) ** -40, quarter, 3), 53)
show("sin double", fit(sin_rest, mp.mpf(2) ** -40, quarter, 6), 53)
show("cos double", fit(cos_rest, mp.mpf(2) ** -40, quarter, 6), 53)
split("ln2 float", LN2, 24, [16, 0])
split("ln2 double", LN2, 53, [33, 0])
split("pi/2 double", mp.pi / 2, 53, [0, 0])
split("1/ln2, 2/pi", 1 / LN2, 53, [0])
split("2/pi", 2 / mp.pi, 53, [0])
