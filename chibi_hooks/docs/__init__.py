"""What the tables and the libraries know of themselves -> documentation: of one name, and as pages of markdown.

`names` knows one name, `reference` a library, `pages` all pages; `prose/` holds those that somebody wrote.
"""
