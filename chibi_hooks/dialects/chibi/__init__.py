"""chibi's plugin protocol: executables in a home's `plugins/`, asked for their schema once and run at every event."""
