"""The REPL: forms and comma commands in, values and pages out, next to a running host.

A `Session` (session.py) evaluates; the doors (terminal.py, lines.py, nrepl/) ask it with JSON-shaped requests and show
what it answers, so that the two may live in different processes.

Short names used in this folder: `at` an offset in a text, `page` some lines of text for people.
"""
