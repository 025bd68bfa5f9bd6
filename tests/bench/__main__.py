"""`make bench`."""

from tests.bench import bench_engine, bench_storage

bench_engine.main()
bench_storage.main()
