"""Checking: homes and files in, what is wrong out.

linting/        a hook file -> findings, before anything runs
declarations.py what a policy says of itself;  misplaced.py  guards that lie where nobody looks
doctor.py       what is wrong around the files;  on_save.py  what `dev` says after a save
trying.py       each hook fired once;  testing.py  `*-test.scm` files
path_taken.py   a recorded fire -> the clauses and tests that led to its answers, path_told.py  as `why` tells them
"""
