"""`make bench`."""

from tests.bench import bench_engine, bench_ladders, bench_ratings, bench_statistics, bench_storage

if __name__ == "__main__":
    bench_engine.main()
    bench_storage.main()
    bench_statistics.main()
    bench_ratings.main()
    bench_ladders.main()
