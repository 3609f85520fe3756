"""Primitives on characters, strings and symbols (R7RS 6.5 to 6.7), and on what is looked for in them."""
