"""Checking: homes and files in, findings out, before anything runs."""
