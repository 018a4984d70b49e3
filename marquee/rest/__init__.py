"""The data protocol (PostgREST), one module per stage."""
