"""Tools: names and arguments in, results out; hooks and permissions asked on the way."""
