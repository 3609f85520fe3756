"""Loops that gather or walk in the way of Scheme in, the same loops on what Python has for it out.

loops      which variables of a loop are changed, and to what
spread     the procedures that a loop defines in its body
linear     one variable on its way to another shape: what all shapes share, and why it is right
collected  a list that grows at its head: a collector
asked      one that is asked what is in it: a collector that tells
appended   a list that grows at its end, or is a queue: a collector
whole      one that is answered as it is, told as one that is reversed
grown      a string that grows at its end: a text
walked     the list of a string's characters: the string and an index
sought     what a loop looks for in a string
pieces     a string that a loop cuts: the pieces (`begun`: where a word began, or #f, as the place behind a stop)
putting    what becomes of each piece, done with all at once
"""
