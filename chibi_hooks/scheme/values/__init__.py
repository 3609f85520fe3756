"""Values: what a Scheme value is in Python, and everything that can be asked of one without running a program.

    data.py         the classes; the module that every other one agrees on;  frozen.py  literals, which nobody changes
    errors.py       what can go wrong, by whose fault;  source.py  texts and the places in them
    arguments.py    an argument of a primitive -> what it holds, or the error;  limits.py  how big a value may become
    numbers.py      the tower;  integers.py  long ones in short steps;  numerals.py  numbers <-> texts
    equality.py     eqv? and equal?;  hashing.py  keys of tables (flat_keys.py, shaped_keys.py: of pairs and the like)
    printer.py      a value -> its text (plain_text.py: at once);  spelling.py  text of a token <-> value
    alphabetic.py spaces.py placeholders.py    what characters are; what `format` finds
    lists.py        lists of unknown shape, circular ones too;  indexed.py  those that are searched again and again
    friendly.py     plain Python for a value
    ports.py        text and bytes in and out;  files.py  those on files, as far as a world may
    late.py         modules that are loaded when first used;  threads.py  work on a thread of its own
"""

from chibi_hooks.scheme.values import printer  # noqa: F401  it puts the errors of all the others into words
