"""Primitives on lists, vectors and bytevectors (R7RS 6.4, 6.8, 6.9)."""
