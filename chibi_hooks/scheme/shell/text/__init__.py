"""A text as it stands in, its words out, as a shell would make them; no program is known here.

syntax.py       text -> tree, by tree-sitter-bash
marks.py        the marks of which a word is built
braces.py       a word -> the words that its braces make
parameters.py   ${X#a} and the like: a value -> what is made of it
words.py        a word of the tree, or of a plain text -> the words that the shell would make of it
documents.py    a text -> the same without its here-documents, and these
compound.py     the commands of a plain text with loops and conditions in it
overlooked.py   the substitutions that the tree has as plain text
plain.py        a plain text -> its commands as they stand, without a tree
"""
