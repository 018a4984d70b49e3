"""One HTTP connection: protocol, flow control, limits and framing, below the web framework.

Others take `protocol.Protocol`, which uvicorn runs for each connection. `fast_path/` sends responses that are ready.
"""
