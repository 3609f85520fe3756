"""Processes: an executable in, what came out and how it ended out."""
