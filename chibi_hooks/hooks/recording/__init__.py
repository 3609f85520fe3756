"""Recording: fires in, a journal out; and what can be learnt from it.

recorder.py     fires -> the journal: snapshots.py  taken at once, writer.py  on a thread, rows.py  as rows,
                redaction.py  without secrets, appending.py  into a file
journal.py      the file, read: recorded.py  a row -> the fire;  journal_path.py  its place, alone.py  who makes it
identity.py     names for fires;  texts.py  what a generation was loaded from
explanation.py  a fire -> lines for people, advice.py  what to write instead
"""
