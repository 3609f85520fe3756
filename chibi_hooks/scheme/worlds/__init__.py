"""Worlds: what one interpreter consists of, beside the machine that all share.

    recipe.py       what a world is made from;  access.py  what it may reach
    front.py        its expander's half;  names.py  what its program asks about names, hints.py  what was meant
    kept.py         its units <-> an image on disk;  redefinition.py  units on an old meaning, once it is another
    coverage.py     clauses counted;  phases.py  a program as each phase has it;  variables.py  those of a frame
"""
