"""A command line in, the simple commands that a shell would run out: what `(harness shell)` stands on.

Each of these stands on those above it:

text/        a text -> its words
programs/    a simple command, and what is known of its program
files/       a simple command -> the files that it reads, changes or runs
known.py     what is known of variables and of the directory at a place in a line
said.py      what substitutions, files and redirects of a line say
line.py      a simple command -> itself and what it runs in its turn
tree.py      a text -> its commands, by its tree
commands.py  a text -> `SimpleCommand`s, read plainly or by its tree
values.py    the same as Scheme data that all worlds share
"""
