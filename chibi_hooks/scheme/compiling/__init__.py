"""Core nodes in, code out that Python can run: facts about variables, then a tree, then verified code objects.

    reshaping    loops on better shapes: `merging` makes one of several, `gathering/` lets them gather in Python's way
    circles      procedures of the top level that call each other in tail position: each a loop
    twins        procedures beside those that gather what they answer, and for the clauses of a `case-lambda`
    analysis     facts of the variables below a node (`facts`), and which calls are put in line (`integration`; made by
                 `copying`, where a parameter is called by `specialising`, in guards by `lightening`; `comparing`: what
                 orders compare by, `ties`: one key after the other; `standing`: which primitives the procedures of
                 libraries come down to)
    kinds        of what kind a value is for certain: an integer, an inexact number, a character
    members      lists that are only walked along: the Python lists they were gathered in, or that a primitive has
                 (`walking`: emitted so)
    units        one unit from its forms; the table of which function emits which kind of node
    emitter      what these functions share: the state of one unit, and the way to each other's nodes; the rules
      variables choices bindings calls procedures   the kinds of node, by kin
      applying   primitives: `inline` chooses a template, `filling` fills it in, `mutations` are statements;
                 `searching`: `memq` in a literal list
      turns      loops that count, as `for`; `scanning`: loops that look for a character;
                 `passing`: loops that take one character after the other
      settling   which procedure a call goes to; `shapes`: what can be an expression; `exits`: how loops are left
      builder    Python nodes, names, constants, sites (`emission`: what comes out)
    code         a tree verified and compiled; a large one in `pieces`
    image        a compiled unit as data to be kept, and back (`image_nodes`: bodies of procedures)
    resuming/    the rest of a body, for frames that left Python's stack (`liveness`: what such a frame has to keep)

Names: `e` the emitter, `out` its builder.
"""
