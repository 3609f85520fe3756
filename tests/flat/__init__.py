"""Functions that call what is `inlined` (chibi_hooks/inlined.py) -> the same with those calls replaced by what they do.
`python -m tests.flat` writes them; test_flat.py holds that they are what it would write.
"""
