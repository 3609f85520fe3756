"""The doors of the REPL: what people type, or editors send, in; requests to a session, and what it answers, out.

    terminal.py   a terminal;  editing.py editors.py    forms being written;  layout.py    shown;  step_keys.py  stepped
    lines.py      a pipe;  geiser.py    Emacs over one;  nrepl/    CIDER, Calva, Conjure
"""
