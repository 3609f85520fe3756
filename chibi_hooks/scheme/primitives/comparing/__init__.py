"""Primitives that compare: equality (R7RS 6.1), orders, and the tables that stand on them (SRFI 69, 125, 128, 132)."""
