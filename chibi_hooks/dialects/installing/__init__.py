"""Our hooks in an agent's own settings: its declaration (rows/settings.py) -> a file with our entry, and back.

install.py      an agent, a scope, a command -> the plan
entry.py        an agent's rows -> the handlers that we write; those that stand in a file
json_text.py    a JSON text with ours, without ours; nothing else in it moves
toml_text.py    the same for TOML
toml_lines.py   a TOML text -> its statements, with their places
script_text.py  the plugin of an agent that has no commands
texts.py        whichever of the three a file is
target.py       an agent and a scope -> the file to write
change.py       what would be written where: as a diff, on disk, and undone
proof.py        the file, read again -> one event through the command that stands in it
findings.py     what is wrong with an agent's wiring
"""
