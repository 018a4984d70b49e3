"""What pages, feeds and saves ask the data protocol for, and the reader that asks it as a visitor."""
