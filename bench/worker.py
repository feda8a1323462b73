"""worker.py REPLIES THREADS MODULE: the side of NumPy or PyTorch in script/bench. worker.lua describes the protocol."""
import ctypes
import logging
import os
import sys
import time

replies, threads, module = open(sys.argv[1], "w"), int(sys.argv[2]), sys.argv[3]
for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = str(threads)
import numpy as np

if module == "torch":
    import torch

    logging.disable(logging.WARNING)  # torch.compile warns of a CUDA toolkit without a GPU
    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
else:
    torch = None
np.seterr(all="ignore")

TEMPLATE = """
def make():
    r = None
{setup}
    def run(n):
        nonlocal r
        start = now()
        for _ in range(n):
{work}
        return now() - start
    def value():
        return {check}
    return run, value
"""


period = (np.arange(1009) * 7919 % 1009 / 1009 - 0.5).astype(np.float32)


def data(*sizes):
    x = np.resize(period, sizes).copy()
    return torch.from_numpy(x) if torch else x


def indent(text, depth):
    return "\n".join(" " * depth + line.strip("\r") for line in (text or "pass").split("\n"))


def compiled(function, *arguments):
    """torch.compile(function), already compiled for the arguments; the function itself, and a note, if that fails."""
    global note
    try:
        result = torch.compile(function)
        result(*arguments)
        return result
    except Exception as error:  # no compiler, or a Python that torch.compile does not support
        note = "not compiled, plain calls: %s" % " ".join(str(error).split())[:100]
        return function


def resident(field):
    for line in open("/proc/self/status"):
        if line.startswith(field + ":"):
            return int(line.split()[1]) * 1024


def peak(n):
    ctypes.CDLL(None).malloc_trim(0)  # what the setup needed for a while
    with open("/proc/self/clear_refs", "w") as file:
        file.write("5")
    before = resident("VmRSS")
    run(n)
    return resident("VmHWM") - before


def prepare(sizes):
    setup, work, check = (sys.stdin.buffer.read(int(size)).decode() for size in sizes.split())
    scope = {"np": np, "torch": torch, "data": data, "compiled": compiled, "now": time.perf_counter}
    exec(TEMPLATE.format(setup=indent(setup, 4), work=indent(work, 12), check=check), scope)
    global run, value, note
    note = ""
    run = value = None  # free the last row's memory before the next row allocates
    run, value = scope["make"]()
    return ("ok " + note).strip()


def summary():
    run(1)
    x = value()
    if torch and isinstance(x, torch.Tensor):
        x = x.numpy()
    flat = np.asarray(x, dtype=np.float64).ravel()
    weighted = float((flat * np.resize(np.arange(1.0, 8.0), flat.size)).sum())
    return "%d %.12g %.12g" % (flat.size, float(flat.sum()), weighted)


handlers = {
    "hello": lambda _: "ok",
    "prepare": prepare,
    "time": lambda n: "%.9g" % run(int(n)),
    "peak": lambda n: "%d" % peak(int(n)),
    "value": lambda _: summary(),
}
while True:
    line = sys.stdin.buffer.readline().decode()
    if not line:
        break
    verb, _, rest = line.strip().partition(" ")
    try:
        reply = handlers[verb](rest)
    except Exception as error:  # the driver reports it with the name of the row
        reply = "error %s: %s" % (type(error).__name__, str(error).replace("\n", " "))
    replies.write(reply + "\n")
    replies.flush()
