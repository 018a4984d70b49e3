"""The calendar, the sitemap and the other files that programs fetch."""
