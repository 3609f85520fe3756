"""The generator of `flat` files: functions that call what is `inlined` (chibi_hooks/inlined.py) -> the same with what
those do in the place of their calls. `python -m tests.flat` writes them all; test_flat.py holds that they are what it
would write now.

files.py       which files are made, of what
flattening.py  calls of pieces -> their statements: names, arguments, what is refused
returning.py   what a piece returns -> what is assigned;  celling.py  what is read of a point -> cells
forwarding.py  what is read of an object that was filled there -> with what it was filled
texts.py       modules as texts: what they define and mark;  layout.py  the text of a made file
"""
