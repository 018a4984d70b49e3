"""Pictures that the site draws itself: share cards and posters in its typeface, and its icons in its accent.

`share_cards`, `event_pictures` and `tour_pictures` choose what a picture shows, `wording` puts it into words, and
each `…_layout` draws it. `picture_cache` keeps what was drawn, and `endpoints` and `icon_endpoints` send it.
"""
