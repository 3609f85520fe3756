"""Deciding: a point, its payload and the answers in, one outcome and the steps that led there out.

point.py        the statement of a point -> all that follows (statement.py  its fields, checks.py  of a payload)
fold.py         the answers -> the outcome (folded.py): rules.py  how fields combine, steps.py  what was done
settling.py     what a permission point has left open -> the answer
describe.py     its documentation;  samples.py  a payload of it;  columns.py paint.py  texts for people
"""
