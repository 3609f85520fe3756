"""Primitives on procedures, the dynamic state (R7RS 6.10, 6.11), promises, records and generators."""
