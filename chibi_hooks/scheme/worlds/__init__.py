"""Worlds: what one interpreter consists of, beside the machine that all share."""
