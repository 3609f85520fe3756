"""Expanding: syntax in, core nodes out.

    programs.py     the forms of a program or library -> its unit;  bodies.py  definitions found first
    expander.py     a form -> its nodes, by forms/ (the core forms) and macros/ (`syntax-rules`)
    toplevel.py     the outermost scope (scope.py), imports.py  what is bound there
    early.py        variables that are read before they have a value;  core_text.py  nodes as text
"""
