"""The REPL: forms and comma commands in, values and pages out, next to a running host.

A `Session` (session.py) evaluates; those of doors/ ask it with JSON-shaped requests and show what it
answers, so that the two may live in different processes.

    session.py      a request -> a reply (reply.py); conversation.py: what commands see of it, evaluator.py: doors
    worlds.py       forms -> values in a world; evaluation.py: on a thread; results.py: `$1`, `$e`; stepping.py,
                    tracing.py: calls told; firing.py: a point and a payload -> a fire
    commands/       the comma commands;  completion.py scheme_completion.py describing.py    names, told
    doors/          where people and editors come in;  structure.py    forms being written
    printing.py     values as texts;  mailbox.py notices.py decision_notices.py    what happens meanwhile
    operations.py   sessions at a resident host, remote.py: seen from here, reattaching.py: after it has ended

Short names used in this folder: `at` an offset in a text, `page` some lines of text for people.
"""
