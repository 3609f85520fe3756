"""nREPL: editors (CIDER, Calva, Conjure) in front of sessions, over bencode on a loopback port.

bencoding.py    bytes <-> messages
operations.py   a message -> what is answered, one function for each operation
server.py       the port, the connections, the sessions
"""
