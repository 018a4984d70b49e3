"""What the server costs: CPU time, latency and memory, each beside a reference."""
