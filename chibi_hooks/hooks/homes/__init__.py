"""Homes: directories in, what they say and whether they may be obeyed out.

home.py         where a program runs -> its homes
config.py       chibi-hooks.toml -> `Config`: config_file.py  keys and places, declared.py  facts and policies,
                policies.py  which there are, as hook files;  secrets.py  what is secret unless it says otherwise
trust.py        which files may run;  trusted_texts.py  the texts that decide while they are other ones
vfs.py          `vfs://` files (virtual_paths.py), generated.py  those that nobody writes
keeping.py      files of the state directory;  rewriting.py  files of the user's;  locking.py  alone with one
"""
