"""The dates and times of a table, as people write them in many languages and programs."""
