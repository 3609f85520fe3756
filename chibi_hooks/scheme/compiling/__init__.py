"""Core nodes in, code out that Python can run: facts about variables, then a tree, then verified code objects.

    reshaping/   trees on better shapes: loops that gather, circles of procedures, twins
    analysing/   what is known: facts of variables, kinds of values, which calls are put in line
    emitting/    a tree of Python from the nodes and what is known of them
    units        one unit from its forms; the table of which function emits which kind of node
    code         a tree verified and compiled; a large one in `pieces` (`below`: what stands below a node of Python)
    python_tree  Python's `ast` with nodes that take a third of the memory
    image        a compiled unit as data to be kept, and back (`image_nodes`: bodies of procedures)
    resuming/    the rest of a body, for frames that left Python's stack (`liveness`: what such a frame has to keep)
    python_text  the Python of a unit, to be read

Names: `e` the emitter, `out` its builder.
"""
