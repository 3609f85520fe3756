"""Recording: fires in, a journal out; and what can be learnt from it."""
