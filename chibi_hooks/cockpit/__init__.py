"""What happens at a running host -> one screen to work at, with keys: fires as they come, what failed, what the last
save changed.

`board` is what is known and chosen, `drawing` a board as lines of a certain width, `screen` the terminal around both.
"""
