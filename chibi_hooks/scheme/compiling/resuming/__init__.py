"""Resuming: compiled code that was left in the middle in, functions that go on from there out.

    continuations.py    a traceback -> heap frames, rest.py  the rest of a body from a call on, liveness.py  its needs
    heap_mode.py        the version of a procedure that has filled the stack
    detaching.py        frames that are captured again and again: leaving.py  take themselves off the stack,
                        entering.py  from the beginning on;  receiving.py  what `call/cc` gets there,
                        guessing.py  which procedures are called there
    generators.py       a procedure that yields -> a generator
    boxes.py chains.py  assigned variables and linked pairs, where a frame is entered again
"""
