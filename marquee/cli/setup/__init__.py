"""`marquee setup`: what is asked, what is tried, and who becomes the first admin."""
