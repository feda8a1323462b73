"""start.py MODULE: what start.lua measures, for a module of Python."""
import gc
import sys
import time

start = time.process_time()
__import__(sys.argv[1])
seconds = time.process_time() - start
resident = next(int(line.split()[1]) * 1024 for line in open("/proc/self/status") if line.startswith("VmRSS:"))

gc.collect()
shortest = float("inf")
for _ in range(20):
    start = time.perf_counter()
    gc.collect()
    shortest = min(shortest, time.perf_counter() - start)
print("%.9g %d %.9g" % (seconds, resident, shortest))
