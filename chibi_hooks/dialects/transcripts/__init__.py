"""An agent's own transcripts -> the events that it would have sent us: what our hooks would have caught before we were
there.

    past.py          files of a time -> their events, fired against nobody, as a journal would have them
    claude_code.py   its lines -> events (as read in transcripts that 2.1.197 wrote)
    codex.py         its lines -> events (as read in transcripts that 0.169.0 wrote)
"""
