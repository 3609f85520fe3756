"""Homes -> one running host for everybody: a `Resident` holds the Host, a `Door` is the Unix socket in front of it, a
`Client` speaks to it, an operation is what it can be asked for.

How an agent's event travels:

    the agent ──bytes──▶ hook.py ──▶ agents/host.py ──▶ agents/held_homes.py ──▶ dialects ──▶ hooks
                           │ nobody answers                    │ the home is another process's
                           ▼                                   ▼
                     hook_alone.py                          client.py

The thin client, which knows no agent and imports next to nothing:

    hook.py         what agents run: bytes to the host for agents, its answer back;  command.py  that command line
    hook_alone.py   what it does when no host answers: start one, work without, or the last word

The host for agents, one for each user: agents/.

The resident host of a home, for commands, REPLs and editors:

    resident.py     the Host and its views;  door.py  its socket;  address.py  where that is;  token_file.py  HTTP's key
    connection.py   a client's stream;  outgoing.py  what it has not taken yet;  protocol.py  messages on it
    operations.py   what can be asked;  request.py  one question;  fired.py  the answer to `fire`
    feed.py         events for whoever follows;  decision_events.py  those about decisions that a save changes
    client.py       the other end;  handing.py  a `fire` of a program, done whole in the host
"""
