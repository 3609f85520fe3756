"""Resuming: compiled code that was left in the middle in, functions that go on from there out."""
