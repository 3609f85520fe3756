"""Rows -> a dialect: what one agent sends, which points that fires, and what each of our words becomes in its answer.

An agent's file is a table: one `EventRow` for each event, a `Tools` for its tools. All else is made here:

    row.py         what a row says: points, fields, words with what the agent makes of them
    tools.py       an agent's tool call <-> the canonical one, both ways
    patches.py     the text of a patch -> the files it touches
    reading.py     bytes -> the event, its row, payloads for points
    unknown.py     an event of an unknown name -> is it a call, where failures deny?
    replying.py    what fires came to -> words -> the agent's bytes
    speaking.py    a point and its payload -> the event that the agent would send, which is reading.py backwards
    memory.py      what is known from one event to the next: answers of twin events, stops, how often it went on
    conversation.py  one event, from its bytes to the answer, as a generator of what is to be fired
    guest.py       the same with a host: it never raises
    matrix.py      rows -> what can be said to whom
    settings.py    where an agent keeps its hooks, and how they are written there
    jsonc.py       such a file's text -> its data, with places
    ours.py        a handler in it -> is it a call of us?
"""
