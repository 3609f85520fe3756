"""Homes: directories in, what they say and whether they may be obeyed out."""
