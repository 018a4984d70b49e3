"""What the site is about: its tables, who may do what, and the rules that every write obeys."""
