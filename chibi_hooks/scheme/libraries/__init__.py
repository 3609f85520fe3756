"""Libraries: names in, loaded libraries out."""
