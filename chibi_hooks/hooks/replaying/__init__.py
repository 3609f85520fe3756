"""Recorded fires, asked again: which decisions change, which clauses ran, and tests made of them."""
