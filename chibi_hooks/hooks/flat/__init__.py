"""What runs in every fire, made of small functions that are said elsewhere (inlined.py says how to change one): nobody
edits these files, `python -m tests.flat` writes them.

in_turn.py  the whole fire of a point at which hooks are asked in turn, of whole.py
sole.py     the same where one hook of a file is all that is asked, of whole.py and sole.py
"""
