"""Reading: text in, syntax with places out."""
