"""Core nodes in, Python functions out: analysis → emit (builder, exits, values, procedures) → link.

`emission` holds what these share; `inline` and `mutations` say how primitives are put in line.
"""
