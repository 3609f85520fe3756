"""Core nodes in, Python functions out: analysis → units (emit: builder, exits, values, procedures) → link.

`emission` holds what these share; `inline` and `mutations` say how primitives are put in line; `liveness` says what a
heap frame has to keep, `image` how a unit is kept on disk.
"""
