"""Pictures that the site draws itself: share cards in the site's typeface."""
