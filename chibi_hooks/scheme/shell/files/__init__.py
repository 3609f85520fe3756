"""A simple command in, the files that it reads, changes or runs out.

paths.py        a word for a file -> the word for what is in it, or behind a link
filewords.py    a program -> which of its words are files that it changes
special.py      the same for programs whose words have to be looked at
changes.py      a simple command -> the files that it changes, and those that it names
scripts.py      the files that a line writes itself -> what is in them, for who runs or reads them
told.py         a program's name -> what it alone tells of a command
"""
