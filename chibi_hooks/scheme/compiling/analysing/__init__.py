"""Core nodes in, what is known of them out: facts about variables, and what stands in the place of calls.

trees        questions that need no facts; `contents`: what stands in a form, in one walk; `mutual`: who calls whom
facts        what is known of a variable, or of a top-level one; what a call comes down to
analysis     the facts of the variables below a node, in one walk
kinds        of what kind a value is for certain: an integer, an inexact number, a character, a string
versions     loops that go over exact integers in all likelihood: what is asked once, before they begin
members      lists that are only walked along: the Python lists they were gathered in, or that a primitive has
             (`holding`: where they may be; `learning`: which are pairs for certain)
stacks       lists that loops grow at their head and answer
bare         strings that are only looked at: their texts; `sources`: what has the members of a list, or their texts
reusing      lists that are updated again and again: whose pairs are linked anew instead of copied
keyed        lists that are but keys of tables: what dictionaries are asked for
proven       records whose type was asked for before
tables       hash tables whose equality is known
integration  which calls are put in line, if `measuring` says they are worth it: made by `copying` and `rebuilding`,
             where a parameter is called by `specialising`, in guards by `lightening`; `consing`: what builds a list by
             calling itself, as a loop
handing      procedures and orders that are handed to procedures; `comparing`: what orders compare by, `ties`: one key
             after the other; `standing`: which primitives the procedures of libraries come down to, `having`: which
             of them have members
"""
