"""The data protocol, as PostgREST speaks it: request, plan, query or mutation, response.

Others take `endpoints.routes`; the pages read with `plan_cache` and `request`.
"""
