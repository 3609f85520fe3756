"""Tools: names and arguments in, results out; hooks and permissions asked on the way.

calling.py      a name and arguments -> a `ToolCall`, permission.py  asked on the way, caching.py  long outputs kept
collecting.py   who offers which: builtin_tools.py (grep.py), python_tools.py;  tool.py  what one is
tool_files.py   the virtual files that tell of them
"""
