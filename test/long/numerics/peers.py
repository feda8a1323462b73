"""peers.py: prints the worst errors, in units in the last place, of NumPy's functions of floats, of 20,000 arguments
each. bench/peers/bin/python3 test/long/numerics/peers.py shows what doc/speed.md says of the peer that script/bench
compares with; it needs mpmath. script/numerics prints ours."""
import mpmath as mp
import numpy as np

mp.mp.prec = 80
random = np.random.default_rng(1)
wide, positive, inside = (scale * random.random(20000) + shift for scale, shift in ((4, -2), (4, 0), (1.98, -0.99)))


def cbrt(x):
    return mp.sign(x) * mp.cbrt(abs(x))


rows = (
    ("exp2", lambda x: mp.mpf(2) ** x, wide), ("expm1", mp.expm1, wide), ("log2", lambda x: mp.log(x, 2), positive),
    ("log10", mp.log10, positive), ("log1p", mp.log1p, positive), ("tan", mp.tan, wide), ("arcsin", mp.asin, inside),
    ("arccos", mp.acos, inside), ("arctan", mp.atan, wide), ("sinh", mp.sinh, wide), ("cosh", mp.cosh, wide),
    ("tanh", mp.tanh, wide), ("arctanh", mp.atanh, inside), ("cbrt", cbrt, wide),
)
for name, exact, arguments in rows:
    x = arguments.astype(np.float32)
    worst = 0
    for argument, got in zip(x, getattr(np, name)(x)):
        value = exact(mp.mpf(float(argument)))
        worst = max(worst, float(abs(mp.mpf(float(got)) - value)) / float(np.spacing(np.float32(abs(float(value))))))
    print("%-8s %.2f" % (name, worst))
