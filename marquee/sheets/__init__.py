"""Tables of artists and events in and out: what the panel, the command and the data service share.

`cells` finds the rows of a text, `headers` what its columns mean, `reading` the values of each row, all without a
database. `known` looks up artists and what is there already, `matching` decides, and `saving` adds. `writing` is the
way out. See docs/decisions/0041-one-reader-of-tables.md.
"""
