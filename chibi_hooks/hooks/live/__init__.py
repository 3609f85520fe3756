"""Live: the disk in, generations out."""
