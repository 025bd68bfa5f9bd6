"""`make bench`."""

from tests.bench import bench_engine, bench_ladders, bench_ratings, bench_storage

bench_engine.main()
bench_storage.main()
bench_ratings.main()
bench_ladders.main()
