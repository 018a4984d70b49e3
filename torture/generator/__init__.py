"""Makes requests that the site accepts, measures what each costs it, and climbs to the most expensive."""
