"""A command line in, the simple commands that a shell would run out: what `(harness shell)` stands on.

subcommands.py   a command -> the words behind its program's own options
syntax.py     text -> tree, by tree-sitter-bash
words.py      a word of the tree -> the words that the shell would make of it
wrappers.py   sudo, env, xargs, sh -c …: which of a command's words are themselves a command
code.py       a program's text on a command line -> that text, and the strings in it
commands.py   the tree -> `SimpleCommand`s, through all of these
files.py      a simple command -> the files that it changes, and those that it names
values.py     the same as Scheme data that all worlds share
"""
