"""The `marquee` command: serving a site, its accounts, and backing up, restoring and moving its data.

`main` is the group, and says in which module each command is. Nothing imports from here.
"""
