"""What `marquee doctor` looks at: each check says whether something is well, and what to do. None changes anything."""
