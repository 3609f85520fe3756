"""A seed -> a host under faults of its disk, clock, processes and journal, and what must hold all the same.

python -m tests.faults 7 8 9        these seeds, each with its story where something is wrong
python -m tests.faults 0-999            and --kills for processes that are killed at a step
"""
