"""Everything that decodes, computes or encodes pixels, which happens in a process of its own.

`workshop` is the door to it, for storage and for what the site draws. `process` is what runs there, and only it imports
Pillow, and what imports Pillow. See docs/decisions/0063-pixels-have-a-process.md.
"""
