"""Core trees in, core trees on better shapes out.

loops        loops on better shapes: `merging` makes one of several (`first_asked`: what each of them asks first),
             `gathering/` lets them gather in Python's way
beginning    procedures of the top level that gather in a parameter, which mostly begins as the empty list
nearing      procedures brought to where they are entered, and to the ends of a loop what is asked of its answer
counting     procedures that add a literal to what they answer themselves: loops that count how often
spelling     procedures that append strings in front of what they answer themselves: loops that collect them
             (`entrances`: how such a loop takes the place of its procedure)
appending    procedures that append the lists which they answer themselves
circles      procedures of the top level that call each other in tail position: each a loop
twins        procedures beside those that gather what they answer, and for the clauses of a `case-lambda`
stacked      loops that answer what they grew at its head, for twins
takers       procedures beside those that look at a list which they are given
glances      looks into lists that are made for them, which get names
formatting   `format` with a literal template
renaming     one name for each procedure, none for a number
peeking      what is taken out of a port after a look at it
quotients    what is asked of a quotient
consumers    who takes several values
handlers     handlers that always escape: guards
pipelines    generators of generators where they are consumed: `taken` of data, `generated` of others,
             `named_stages` by procedures of the program
parting      what is too large or too deep for one function, in several; `shallow`: what is nested too deeply
"""
