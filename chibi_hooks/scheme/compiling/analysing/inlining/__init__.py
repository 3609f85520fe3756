"""Calls in, what stands in their place out.

integration  which calls are put in line, if `measuring` says they are worth it
copying      a body with variables of its own;  rebuilding: a tree with some of its nodes changed
specialising a parameter that is called;  consing: what builds a list by calling itself, as a loop
lightening   calls in guards
handing      procedures and orders that are handed to procedures; `comparing`: what orders compare by, `ties`: one key
             after the other, `unfolding`: orders made of others; `standing`: which primitives the procedures of
             libraries come down to, `having`: which of them have members
tables       hash tables whose equality is known
affixing     which of some literal affixes a string has
"""
