"""A running host -> a page that a person looks at in a browser: who answers where and how fast, fires as they come, how
one of them was decided, what the last save changes.

    keys.py     the token of the server -> the two keys of the page: one to look, one to act
    counted.py  the journal -> how often and how fast each responder answered
    seen.py     a resident host -> everything that the page shows, as JSON
    saves.py    the feed of a host -> its last saves, and the decisions that they change
    routes.py   requests of the page -> what is seen, and what is done
    page.html, page.css, page.js   the page itself: no build step, nothing from elsewhere
"""
