"""The `marquee` command: serving a site, its accounts, and backing up, restoring and moving its data.

`main` is the group, and each command is in the module of its name. Nothing imports from here.
"""
