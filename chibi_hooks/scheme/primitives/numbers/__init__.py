"""Primitives on numbers (R7RS 6.2), and on the turns of loops that count."""
