"""Running: linked code and arguments in, values out: the machine that everything compiled runs on.

    build.py        what all code stands on: one object that the phases above fill
    machine.py      the loop at the bottom of a call;  entering.py  the same in one function, for who calls often
    runs.py         one call from the host, its dynamic state;  deep.py  recursion beyond Python's stack
    frames.py       what Python's frames mean;  held.py  what is kept of them;  leaves.py  whom Python's C may call
    link.py         code -> a function;  site.py  the lines of it;  stack.py  room on the stack
    guards.py       `guard` and what is raised;  faults.py  any exception -> an error with a place, backtrace.py  frames
    budget.py       time and memory of a call (shares.py, memory.py, steps.py);  pause.py  out of their reach
    watchdog.py     who stops it
    collector.py    Python's, steered;  asking.py  what a program asks its world
"""
