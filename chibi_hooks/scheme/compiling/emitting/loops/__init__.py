"""Loops as Python's own.

turns        loops that count, as `for`
letters      those that take one character after the other
tallies      those that count a character
scanning     loops that look for a character, or for a string; `alike`: a loop that compares two
passing      those of whose characters most go one way: `courses`: sets of characters, and their way, `asking`: which a
             test holds for, `leaping`: the step over many
"""
