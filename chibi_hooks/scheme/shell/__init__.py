"""A command line in, the simple commands that a shell would run out: what `(harness shell)` stands on.

syntax.py       text -> tree, by tree-sitter-bash
marks.py        the marks of which a word is built
braces.py       a word -> the words that its braces make
parameters.py   ${X#a} and the like: a value -> what is made of it
words.py        a word of the tree, or of a plain text -> the words that the shell would make of it
simple.py       a simple command as a value
subcommands.py  a command -> the words behind its program's own options
wrapper.py      the shape of a row: how the words of a program end in another command
git.py          the commands that git runs in its turn
runs.py         npm exec, docker run …: subcommands that run another command
takers.py       sh, su, at …: who runs the text of its input
adding.py       what xargs and parallel run with the words of their input
wrappers.py     sudo, env, xargs, sh -c …: which of a command's words are themselves a command
code.py         a program's text on a command line -> that text, and the strings in it
folding.py      a program's text -> the same with the strings that it puts together
filters.py      what rev, tr and the like make of their input
outputs.py      a command -> what it is known to write into a pipe
recipes.py      a Makefile, a package.json -> the command lines that make, npm run of it
loading.py      what a program loads by itself: start-up files, hooks, modules
scripts.py      the files that a line writes itself -> what is in them, for who runs or reads them
acting.py       does a command run others, or change what is known?
line.py         a simple command -> itself and what it runs in its turn
plain.py        a plain text -> its commands as they stand, without a tree
documents.py    a text -> the same without its here-documents, and these
compound.py     the commands of a plain text with loops and conditions in it
overlooked.py   the substitutions that the tree has as plain text
tree.py         any other text, by its tree
mentions.py     a text -> may it run one of these programs? without reading it
commands.py     a text -> `SimpleCommand`s, by one of both
paths.py        a word for a file -> the word for what is in it, or behind a link
filewords.py    a program -> which of its words are files that it changes
special.py      the same for programs whose words have to be looked at
files.py        a simple command -> the files that it changes, and those that it names
told.py         a program's name -> what it alone tells of a command
values.py       the same as Scheme data that all worlds share
"""
