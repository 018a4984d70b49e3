"""What endpoints share: context, bodies, responses, middleware, and the cache of finished responses."""
