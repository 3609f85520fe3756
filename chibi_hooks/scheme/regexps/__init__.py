"""Regular expressions: a pattern comes in, matches in a string go out, in time linear in the text; RE2 does the search.

`sets` sets of characters → `trees` what a pattern says → made from text by `pattern`, from S-expressions by `sre` →
`emission` RE2's syntax → `programs` compiled, for the characters that texts turn out to have → `regexp`
searching, where `needles` leave a chance; by Python's search where that can take no longer (`straight`). `kept` has
those that were used lately; `marks` stand between characters for places that RE2 cannot tell.
"""
