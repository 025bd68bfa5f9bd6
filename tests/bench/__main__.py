"""`make bench`."""

from tests.bench.bench_engine import main

main()
