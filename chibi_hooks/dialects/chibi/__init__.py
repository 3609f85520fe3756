"""chibi's plugin protocol: executables in a home's `plugins/`, asked for their schema once and run at every event.

    home.py         a home -> a source of responders;  discovery.py  its plugins and their schemas.py
    plugins.py      a plugin run (responder.py, plugin_tools.py);  guest.py  ourselves as one of another chibi's
"""
