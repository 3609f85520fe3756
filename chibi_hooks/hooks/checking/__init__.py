"""Checking: homes and files in, findings out, before anything runs.

lint.py         a hook file -> `Finding`s (finding.py; reports.py: as programs and people read them)
codes.py        what each of them means;  doctor.py  what is wrong around the files, misplaced.py  where none looks
nodes.py        what checks ask of core nodes;  registrations.py  what a file registers;  declarations.py  policies
answers.py lost.py endless.py arguments.py names.py brackets.py agent_words.py patterns.py  a kind of mistake each
payload_use.py  what can never work with a payload: payload_flow.py  where its values go, shapes.py  what they are
trying.py       each hook fired once;  testing.py  `*-test.scm` files;  on_save.py  what `dev` says after a save
path_taken.py   a recorded fire -> the clauses and tests that led to its answers, path_told.py  as `why` tells them
"""
