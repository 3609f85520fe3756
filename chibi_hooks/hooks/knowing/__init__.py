"""What hooks may ask the host about: values that outlive a fire, the clock, git, commands that a home declares.

knowledge.py    a question -> what the host knows, git.py declared.py outside.py  by whom
session.py      what is kept beyond a fire;  counting.py  how often something happened, cells.py  on disk
"""
