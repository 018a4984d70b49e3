"""What browsers and crawlers fetch: pages, feeds, and share cards.

Pages are read through the data protocol's own stages, as a visitor, and rendered by the front end's bundle.
"""
