"""Requests of an editor (the Language Server Protocol, over stdio) -> answers about hook files.

`server` is the door, with pygls, which is an extra and imported there only; `document` is one open file, `bindings`
which names mean the same, `lenses` what the journal says of a hook, `indenting` the layout, `outline` what
it defines, `positions` places as the protocol has them; `framing` and `protocol` what pygls is fed and says; `classes`
imports the protocol's own.
"""
