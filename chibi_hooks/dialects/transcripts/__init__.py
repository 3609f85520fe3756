"""An agent's own transcripts -> the events that it would have sent us: what our hooks would have caught before we were
there.

    past.py                  files of a time -> their events, fired against nobody, as a journal would have them
    ../AGENT/transcript.py   an agent's lines -> events
"""
