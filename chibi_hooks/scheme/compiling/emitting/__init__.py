"""Core nodes with their facts in, a tree of Python out.

emitter      what the kinds of node share: the state of one unit, and the way to each other's nodes; the rules
  variables choices bindings calls procedures   the kinds of node, by kin
  guarding   guards, as `try`
  building   lists that are built by recursion
  chains     lists whose pairs are linked as they come; `linking`: which loops gather such; `joining`, `keys`: lists
             that are only joined, or looked up
  promising  promises; `taking`: strings that only the next operation wants
  applying   primitives: `inline` chooses a template (`looking`: for tables), `filling` fills it in, `mutations` are
             statements; `searching`: `memq` in a literal list; `walking`: members
  turns      loops that count, as `for`; `letters`: those that take one character after the other;
             `tallies`: those that count a character; `scanning`: loops that look for one, or for a string
             (`alike`: a loop that compares two); `passing`: loops that pass over many (`courses`, `asking`, `leaping`)
twofold      loops in two versions, of which one asks less
settling     which procedure a call goes to; `shapes`: what can be an expression; `exits`: how loops are left
             (`turning`: a turn of one as statements without it)
builder      Python nodes, names, constants, sites (`emission`: what comes out)
"""
