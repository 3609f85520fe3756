"""Libraries: names in, loaded libraries out.

    library.py      names -> libraries: finding.py  their files;  loading.py  one of ours, compiled.py  compiled
    shared.py       the table that all code falls back to
    catalogue.py    who exports a name;  comments.py  what `;;>` says of it
"""
