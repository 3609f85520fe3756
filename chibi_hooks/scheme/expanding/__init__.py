"""Expanding: syntax in, core nodes out."""
