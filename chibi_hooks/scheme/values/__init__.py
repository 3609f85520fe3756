"""Values: what a Scheme value is in Python, and everything that can be asked of one without running a program."""

from chibi_hooks.scheme.values import printer  # noqa: F401  it puts the errors of all the others into words
