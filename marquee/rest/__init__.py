"""The data protocol, as PostgREST speaks it: request, plan, query or mutation, response.

The pages read with `plan_cache`, `request` and `query`; `functions` writes with `mutation` and `transaction` as well.
"""
