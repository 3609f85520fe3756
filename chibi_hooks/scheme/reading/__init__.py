"""Reading: text in, syntax with places out.

    lexer.py        text -> tokens;  reader.py  tokens -> syntax (syntax.py), kept_syntax.py  of our files, from disk
    inputs.py       a port -> its next datum (plain_data.py json_quick.py: in one pass, where that can be)
    quotation.py    syntax -> the data it stands for, datum_syntax.py  and back
    brackets.py     where one is missing;  library_names.py  what can be the name of a library
    opener.py       paths where anything may lie -> bytes;  textfiles.py  the same for Scheme
    standard_library.py    where our libraries lie;  store.py  what was made of a text, on disk
"""
