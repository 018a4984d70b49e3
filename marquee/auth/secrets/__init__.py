"""The generated secrets: what they are, their file, how they are replaced, and what is encrypted with them."""
