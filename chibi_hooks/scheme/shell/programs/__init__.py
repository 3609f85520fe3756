"""A simple command in, what is known of its program out: whom it runs, whose text it reads, what it writes.

subcommands.py  a command -> the words behind its program's own options
simple.py       a simple command as a value
wrapper.py      the shape of a row: how the words of a program end in another command
git.py          the commands that git runs in its turn
runs.py         npm exec, docker run …: subcommands that run another command
takers.py       sh, su, at …: who runs the text of its input
adding.py       what xargs and parallel run with the words of their input
finders.py      find -exec, fd -x: what they run, and what {} stands for
handed.py       tar --to-command, vim -c: words and options in which a text for a shell stands
wrappers.py     sudo, env, xargs, sh -c …: which of a command's words are themselves a command
shapes.py       behind --, --exec TEXT: how a program takes a command that no table says
code.py         a program's text on a command line -> that text, and the strings in it
folding.py      a program's text -> the same with the strings that it puts together
filters.py      what rev, tr and the like make of their input
outputs.py      a command -> what it is known to write into a pipe
recipes.py      a Makefile, a package.json -> the command lines that make, npm run of it
loading.py      what a program loads by itself: start-up files, hooks, modules
mentions.py     a text -> may it run one of these programs? without reading it
acting.py       does a command run others, or change what is known?
"""
