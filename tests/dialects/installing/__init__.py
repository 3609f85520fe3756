"""Our entries in agents' settings."""
