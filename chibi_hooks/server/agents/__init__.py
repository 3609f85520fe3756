"""The host for agents, one for each user: an agent's event in, its answer out.

    host.py         its socket;  call.py  the bytes on it;  loopback.py  the same over HTTP
    seats.py        its connections;  page/  what it shows people
    held_homes.py   the homes that events need, each opened once;  events.py  an event -> its answer
"""
