"""Who may do what, and why: `data` is the permission table of the data, `pictures` that of the pictures."""
