"""Core nodes in, what is known of them out: facts about variables, and what stands in the place of calls.

trees        questions that need no facts; `contents`: what stands in a form, in one walk; `mutual`: who calls whom
facts        what is known of a variable, or of a top-level one; what a call comes down to
inlining/    which calls are put in line, and how
lists/       lists that need not be lists
kinds        of what kind a value is for certain: an integer, an inexact number, a character, a string
versions     loops that go over exact integers in all likelihood: what is asked once, before they begin
keyed        lists that are but keys of tables: what dictionaries are asked for
proven       records whose type was asked for before
analysis     the facts of the variables below a node, in one walk
"""
