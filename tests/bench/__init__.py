"""Benchmarks: run by hand, as ratios in one run. `python -m tests.bench` prints every table."""
