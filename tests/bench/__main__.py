"""`make bench`: each in a process of its own, since a process knows but one server."""

import subprocess
import sys

BENCHES = ("bench_engine", "bench_storage", "bench_statistics", "bench_ratings", "bench_ladders", "bench_pages")

if __name__ == "__main__":
    for bench in BENCHES:
        subprocess.run([sys.executable, "-m", f"tests.bench.{bench}"], check=True)
