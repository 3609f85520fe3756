"""Core nodes with their facts in, a tree of Python out.

What all kinds of node share stands here; `lists/` and `loops/` stand on it, `nodes/` on all three.

builder      Python nodes, names, constants, sites (`emission`: what comes out)
emitter      the state of one unit, and the way to each other's nodes; the rules
variables    variables read and set;  settling: which procedure a call goes to
inline       which template a primitive has (`looking`: for tables), `filling` fills it in; `shapes`: what can be an
             expression; `searching`: `memq` in a literal list; `taking`: strings that only the next operation wants
exits        how loops are left (`turning`: a turn of one as statements without it)
chains       lists whose pairs are linked as they come
twofold      loops in two versions, of which one asks less
lists/       lists as they are made and walked along
loops/       loops as Python's own
nodes/       the kinds of node
"""
