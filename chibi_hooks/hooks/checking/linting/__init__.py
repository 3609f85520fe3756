"""Linting: the text of a hook file in, `Finding`s out, before anything of it runs.

lint.py         the file, expanded and loaded -> what all of these say of it;  finding.py  what a finding is
codes.py        what each of them means;  reports.py  findings as programs and people read them
nodes.py        what checks ask of core nodes;  registrations.py  what a file registers
builders.py  what makes answers
answers.py lost.py forgotten.py endless.py arguments.py names.py brackets.py agent_words.py patterns.py twice.py  one
                kind of mistake
given.py        what a value is for certain;  certain.py  what can only fail, or is never true, by that;  truth.py  what
                is always true;  contradictions.py  tests that rule each other out;  trials.py  what
                fails with whatever is sent
payload_use.py  what can never work with a payload: payload_flow.py  where its values go, shapes.py  what they are,
                payload_words.py  what they are called;  operands.py  what procedures want, and change
"""
