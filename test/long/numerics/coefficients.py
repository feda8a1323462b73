"""coefficients.py: prints the polynomials in lib/TH/cpu/math/THVec*.h, the highest coefficient first.

Each polynomial, or quotient of two, approximates the part of a function that remains after the exact part has been
removed. It has the smallest maximal weighted error on an interval (Remez's exchange algorithm, in high precision by
mpmath). The binary logarithm of that error is printed after the name. Then the coefficients are rounded to the type.
"""
import mpmath as mp

mp.mp.prec = 240
LN2 = mp.log(2)
TINY = mp.mpf(2) ** -60


def extremes(errors):
    """The position of the largest error in each run of errors of one sign."""
    at = []
    for k, e in enumerate(errors):
        if at and (e > 0) == (errors[at[-1]] > 0):
            if abs(e) > abs(errors[at[-1]]):
                at[-1] = k
        else:
            at.append(k)
    return at


def grid_of(f, low, high, weight, n):
    """24 n points, f and the weight there, and n of the points to start from; f may have a removable singularity at 0."""
    grid = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (k + mp.mpf(0.5)) / (24 * n)) for k in range(24 * n)]
    return grid, [f(x if abs(x) > TINY else TINY) for x in grid], [mp.mpf(weight(x)) for x in grid], \
        [24 * k + 12 for k in range(n)]


def exchanged(errors, n):
    at = extremes(errors)
    while len(at) > n:
        at.pop(0 if abs(errors[at[0]]) < abs(errors[at[-1]]) else -1)
    return at


def fit(f, low, high, degree, weight=lambda x: 1):
    """Coefficients of p, the lowest first, and the maximum of weight |p - f|. Where the points do not settle (beside 0, after
    some coefficients are rounded), those of the 14th exchange are as good: the error that is returned tells."""
    n = degree + 2
    grid, values, weights, at = grid_of(f, low, high, weight, n)
    for _ in range(14):
        matrix = mp.matrix(n, n)
        for i, k in enumerate(at):
            for j in range(degree + 1):
                matrix[i, j] = grid[k] ** j
            matrix[i, degree + 1] = (-1) ** i / weights[k]
        p = list(mp.lu_solve(matrix, mp.matrix([values[k] for k in at])))[:-1]
        errors = [(mp.polyval(p[::-1], x) - y) * w for x, y, w in zip(grid, values, weights)]
        before, at = at, exchanged(errors, n)
        if at == before or len(at) < n:
            break
    return p, max(abs(e) for e in errors)


def fit_rounded(f, low, high, degree, weight, bits, firsts):
    """As fit, but the first coefficients are rounded before the others are fitted to what is left."""
    p = []
    while len(p) <= degree:
        k = len(p)
        more, _ = fit(lambda x: (f(x) - mp.polyval(p[::-1], x)) / x**k, low, high, degree - k, lambda x: weight(x) * x**k)
        p += [rounded(c, bits) for c in (more[:1] if k < firsts else more)]
    points = [low + (high - low) * mp.mpf(i) / 500 for i in range(501)]
    return p, max(abs(mp.polyval(p[::-1], x) - f(x)) * weight(x) for x in points)


def fit_quotient(f, low, high, above, below, weight=lambda x: 1):
    """Coefficients of p and q, of these degrees, the highest of q being 1, and the maximum of weight |p / q - f|. At the
    points p = (f + e) q, where e is +-error / weight: linear but for the error times q, which is found by repetition."""
    n = above + below + 2
    grid, values, weights, at = grid_of(f, low, high, weight, n)
    error, q = mp.mpf(0), [mp.mpf(1)] + [mp.mpf(0)] * below
    while True:
        for _ in range(40):
            matrix, right = mp.matrix(n, n), mp.matrix(n, 1)
            for i, k in enumerate(at):
                x, sign = grid[k], (-1) ** i / weights[k]
                here, slope = values[k] + sign * error, sign * mp.polyval(q[::-1], x)
                for j in range(above + 1):
                    matrix[i, j] = x ** j
                for j in range(below):
                    matrix[i, above + 1 + j] = -here * x ** j
                matrix[i, n - 1] = -slope
                right[i] = here * x ** below - slope * error
            found = list(mp.lu_solve(matrix, right))
            p, q, error = found[:above + 1], found[above + 1:n - 1] + [mp.mpf(1)], found[n - 1]
        errors = [(mp.polyval(p[::-1], x) / mp.polyval(q[::-1], x) - y) * w for x, y, w in zip(grid, values, weights)]
        before, at = at, exchanged(errors, n)
        if at == before or len(at) < n:
            return p, q, max(abs(e) for e in errors)


def rounded(x, bits):
    with mp.workprec(bits):
        return +mp.mpf(x)


def text(x, bits):
    mantissa, exponent = float(rounded(x, bits)).hex().split("p")
    return mantissa.rstrip("0") + "p" + exponent + ("f" if bits == 24 else "")


def show(name, fitted, bits):
    p, error = fitted
    print("%s (%s): %s" % (name, mp.nstr(mp.log(error, 2), 4), ", ".join(text(c, bits) for c in p[::-1])))


def show_quotient(name, fitted, bits):
    p, q, error = fitted
    show(name + ", above", (p, error), bits)
    show(name + ", below", (q, error), bits)


def split(name, x, bits, lengths, rounding="n"):
    """Split x into a sum: the first parts have the given number of bits, the last is rounded to the type."""
    parts = []
    for length in lengths:
        part = mp.fadd(x, 0, prec=length or bits, rounding=rounding)
        parts.append(part)
        x -= part
    print("%s: %s" % (name, ", ".join(text(p, bits) for p in parts)))


def exp_rest(r):
    return (mp.exp(r) - 1 - r) / r**2


def exp2_rest(r):
    return (mp.mpf(2) ** r - 1) / (2 * r)


def exp2_tail(r):
    return (mp.mpf(2) ** r - 1 - r * LN2) / r**2


def log_rest(f):
    return (mp.log(1 + f) - f) / f**2


def log2_rest(f):
    return (mp.log(1 + f) - f) / (LN2 * f**2)


def atanh_rest(z):
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) / s - 2) / z


def atanh_tail(z):
    s = mp.sqrt(z)
    return (2 * mp.atanh(s) / s - 2 - 2 * z / 3) / z**2


def sin_rest(z):
    r = mp.sqrt(z)
    return (1 - mp.sin(r) / r) / z


def cos_rest(z):
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z**2


def tanh_tail(third):
    return lambda z: (third - (1 - mp.tanh(mp.sqrt(z)) / mp.sqrt(z)) / z) / z


def rest_of(f):
    """(f(x) / x - 1) / x^2 of z = x^2, for an odd function with the slope 1 at 0."""
    return lambda z: (f(mp.sqrt(z)) / mp.sqrt(z) - 1) / z


def tan_tail(third):
    return lambda z: (mp.tan(mp.sqrt(z)) / mp.sqrt(z) - 1 - z * third) / z**2


def cosh_rest(z):
    return (mp.cosh(mp.sqrt(z)) - 1) / z


def erf_rest(z):
    return mp.erf(mp.sqrt(z)) / mp.sqrt(z) - 1


def erfc_log(v):
    return -mp.log(mp.erfc(1 + v) / mp.erfc(1)) / v


def sinc_tail(z):
    f = mp.pi * mp.sqrt(z)
    return ((mp.sin(f) / f - 1) / z + mp.pi**2 / 6) / z


def erfc_part(k):
    def part(v):
        x = k / (v + mp.mpf("0.5")) - k
        return mp.exp(x * x) * mp.erfc(x) * (1 + x)
    return part


def slope_from(f, middle):
    """(f(v) - f(0)) / v."""
    return lambda v: (f(v) - middle) / v if abs(v) > TINY**0.4 else mp.diff(f, 0)


def inverse_erfc(p):
    """By Halley's method."""
    x = mp.sqrt(-mp.log(p)) if p < 0.5 else (1 - p) * mp.sqrt(mp.pi) / 2
    for _ in range(6 if p < 1e-3 else 0):
        x = mp.sqrt(-mp.log(p * x * mp.sqrt(mp.pi)))
    step = x
    while abs(step) > abs(x) * mp.mpf(2) ** -100:
        s = (p - mp.erfc(x)) * mp.exp(x * x) * mp.sqrt(mp.pi) / 2
        step = s / (1 + x * s)
        x -= step
    return x


def erfinv_near(z):
    """erfinv(y) / y of z = y^2."""
    return inverse_erfc(1 - mp.sqrt(z)) / mp.sqrt(z) if z > TINY else mp.sqrt(mp.pi) / 2 * (1 + mp.pi / 12 * z)


def erfinv_far(s):
    return inverse_erfc(mp.exp(-s * s))


def psi_near(root, slope):
    """Of e = x - 1."""
    def near(e):
        d = e + 1 - root
        return (mp.psi(0, root + d) / d - slope) / d if abs(d) > TINY else mp.psi(2, root) / 2
    return near


def psi_far(w):
    v = 1 / mp.sqrt(w)
    return (mp.psi(0, v + mp.mpf("0.5")) - mp.log(v)) / w


def lgamma_near(e):
    """Of e = x - 1."""
    d = e - 1 if abs(e - 1) > TINY else TINY
    return ((mp.loggamma(2 + d) / (d * e) if abs(e) > TINY else mp.euler) - (1 - mp.euler)) / d


def lgamma_far(w):
    v = 1 / mp.sqrt(w)
    return (mp.loggamma(v + mp.mpf("0.5")) - v * (mp.log(v) - 1) - mp.log(2 * mp.pi) / 2) * v


def cot_rest(z):
    f = mp.pi * mp.sqrt(z)
    return ((1 - z) * f * mp.cot(f) - 1) / z


def relative(f):
    """The weight of rest_of(f)."""
    return lambda z: z * mp.sqrt(z) / f(mp.sqrt(z))


def cbrt_inverse(m):
    return m ** (-mp.mpf(1) / 3)


half = LN2 / 2 * mp.mpf("1.001")
s2 = mp.sqrt(mp.mpf(2))
zlog = ((s2 - 1) / (s2 + 1)) ** 2 * mp.mpf("1.001")

for bits, degrees, tanh_degrees in (24, (4, 5), (1, 1)), (53, (9, 10), (2, 3)):
    show("exp of %d" % bits, fit(exp_rest, -half, half, degrees[0], lambda r: r * r / mp.exp(r)), bits)
    show("exp2 of %d" % bits, fit(exp2_rest, mp.mpf("-0.5003"), mp.mpf("0.5003"), degrees[1], lambda r: r / mp.mpf(2)**r), bits)
    show("exp2 tail of %d" % bits, fit(exp2_tail, mp.mpf("-0.5003"), mp.mpf("0.5003"), degrees[1] - 1, lambda r: r * r / mp.mpf(2)**r), bits)
    third = rounded(mp.mpf(1) / 3, bits)
    p, q, error = fit_quotient(tanh_tail(third), TINY, mp.mpf("1.0001"), *tanh_degrees, lambda z: z * z)
    show_quotient("tanh of %d" % bits, (p, q, error), bits)
show("log of 24", fit(log_rest, 1 / s2 - 1, s2 - 1, 8, lambda f: f * f / mp.log(1 + f)), 24)
show("log2 of 24", fit(log2_rest, 1 / s2 - 1, s2 - 1, 8, lambda f: f * f * LN2 / mp.log(1 + f)), 24)
show("log10 of 24", fit_rounded(lambda f: log_rest(f) / mp.log(10), 1 / s2 - 1, s2 - 1, 8, lambda f: f * f * mp.log(10) / mp.log(1 + f), 24, 1), 24)
show("atanh of 24", fit(rest_of(mp.atanh), TINY, mp.mpf("0.092"), 3, relative(mp.atanh)), 24)
show("atanh of 53", fit(atanh_rest, TINY, zlog, 6, lambda z: z), 53)
for bits, degree in (24, 2), (53, 7):
    show("atanh tail for pow of %d" % bits, fit(atanh_tail, TINY, zlog, degree, lambda z: z * z), bits)
for bits, farthest, degrees in (24, mp.mpf("0.86"), (2, 2)), (53, mp.pi / 4 * mp.mpf("1.0001"), (5, 5)):
    show("sin of %d" % bits, fit(sin_rest, TINY, farthest**2, degrees[0], lambda z: z), bits)
    show("cos of %d" % bits, fit(cos_rest, TINY, farthest**2, degrees[1], lambda z: z * z), bits)
show("inverse of cbrt of 53", fit(cbrt_inverse, 1 / s2, s2, 3), 53)
split("2^(1/3) of 53", cbrt_inverse(mp.mpf("0.5")), 53, [0])
split("2^(-1/3) of 53", cbrt_inverse(mp.mpf(2)), 53, [0])
for bits in 24, 53:
    split("2 / 3 of %d" % bits, mp.mpf(2) / 3, bits, [0, 0])
for bits, first in (24, 16), (53, 33):
    split("ln 2 of %d" % bits, LN2, bits, [first, 0])
    split("ln 2 as it is of %d" % bits, LN2, bits, [0, 0])
    split("1 / ln 2 of %d" % bits, 1 / LN2, bits, [0])
    split("2 / pi of %d" % bits, 2 / mp.pi, bits, [0])
    split("pi / 2 of %d" % bits, mp.pi / 2, bits, [0, 0, 0], "d")
for bits, farthest, degrees in (24, mp.mpf("0.86"), (7, 8, 4, 1, 2)), (53, mp.pi / 4 * mp.mpf("1.0001"), (14, 20, 12, 4, 4)):
    show("atan of %d" % bits, fit_rounded(rest_of(mp.atan), mp.mpf("1e-12"), mp.mpf(1), degrees[1], relative(mp.atan), bits, 2), bits)
    show("atan near of %d" % bits, fit(rest_of(mp.atan), TINY, mp.mpf("0.2995"), 5 if bits == 24 else 12, relative(mp.atan)), bits)
    for name, f, high, degree in (("asin", mp.asin, mp.mpf("0.25"), degrees[2]), ("sinh", mp.sinh, half**2, degrees[3])):
        show("%s of %d" % (name, bits), fit(rest_of(f), TINY, mp.mpf(high), degree, relative(f)), bits)
    show("tan of %d" % bits, fit_rounded(tan_tail(rounded(mp.mpf(1) / 3, bits)), mp.mpf("1e-4"), farthest**2, degrees[0] - 1, lambda z: z**2 * mp.sqrt(z) / mp.tan(mp.sqrt(z)), bits, 1), bits)
    show("cosh of %d" % bits, fit(cosh_rest, TINY, half**2, degrees[4], lambda z: z), bits)
for bits, near, far, most in (24, 6, 6, "4"), (53, 11, 19, "6"):
    show("erf of %d" % bits, fit(erf_rest, TINY, mp.mpf("0.81"), near), bits)
    show("-log(erfc) beyond 1 of %d" % bits, fit(erfc_log, mp.mpf("-0.1"), mp.mpf(most) - 1, far - 1, lambda v: abs(v) * mp.erfc(1 + v)), bits)
    split("erfc(1) of %d" % bits, mp.erfc(1), bits, [0])
for bits, first in (24, 16), (53, 42):
    split("log10 of 2 of %d" % bits, mp.log10(2), bits, [first, 0])
    split("log10 of e of %d" % bits, 1 / mp.log(10), bits, [0, 0])
    split("log2 of e of %d" % bits, 1 / LN2, bits, [0, 0])
    split("pi of %d" % bits, mp.pi, bits, [0, 0])
for bits, degree in (24, 3), (53, 6):
    show("sinc of %d" % bits, fit(sinc_tail, TINY, mp.mpf("0.25"), degree, lambda z: z**2 * mp.pi * mp.sqrt(z) / mp.sin(mp.pi * mp.sqrt(z))), bits)
    split("-pi^2 / 6 of %d" % bits, -mp.pi**2 / 6, bits, [0, 0])
for bits, k, most, degree in (24, 3, "10.1", 9), (53, 4, "27.3", 21):
    part = erfc_part(mp.mpf(k))
    show("erfc of %d" % bits, fit(slope_from(part, part(mp.mpf(0))), k / (mp.mpf(most) + k) - mp.mpf("0.5"), mp.mpf("0.5"), degree, lambda v: abs(v) / part(v)), bits)
    split("erfc at the middle of %d" % bits, part(mp.mpf(0)), bits, [0, 0])
    split("1 / root of 2 of %d" % bits, 1 / s2, bits, [0, 0])
border = mp.mpf("0.5625")
for bits, most, near, far in (24, "4.08", (3, 3), (3, 4)), (53, "6.07", (7, 6), (8, 8)):
    show_quotient("erfinv of %d" % bits, fit_quotient(lambda t: erfinv_near(border - t) - mp.mpf(63) / 64, mp.mpf("-0.0001"), border, *near, lambda t: 1 / erfinv_near(border - t)), bits)
    show_quotient("erfinv far out of %d" % bits, fit_quotient(lambda s: erfinv_far(s) - s + mp.mpf("0.375"), mp.sqrt(-mp.log(mp.mpf("0.2501"))), mp.mpf(most), *far, lambda s: 1 / erfinv_far(s)), bits)
root = mp.findroot(lambda x: mp.psi(0, x), 1.46)
slope = mp.psi(1, root)
near = psi_near(root, slope)
for name, x in ("digamma's root", root), ("its slope there", slope), ("1 - euler", 1 - mp.euler), ("log(2 pi) / 2", mp.log(2 * mp.pi) / 2):
    split(name, x, 53, [0, 0])
show_quotient("digamma", fit_quotient(near, mp.mpf(0), mp.mpf("1.25"), 5, 5, lambda e: abs(e + 1 - root) / (slope + (e + 1 - root) * near(e))), 53)
show_quotient("lgamma", fit_quotient(lgamma_near, mp.mpf(0), mp.mpf(2), 6, 7, lambda e: abs(e - 1) / (1 - mp.euler + (e - 1) * lgamma_near(e))), 53)
show("digamma far out", fit(psi_far, mp.mpf("1e-9"), mp.mpf("1.75") ** -2, 17, lambda w: w), 53)
show("lgamma far out", fit(lgamma_far, mp.mpf("1e-9"), mp.mpf("2.5") ** -2, 11, lambda w: mp.sqrt(w)), 53)
show("cot", fit(cot_rest, TINY, mp.mpf("0.25"), 9, lambda z: z), 53)
