"""What browsers and crawlers fetch."""
