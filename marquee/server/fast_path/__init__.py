"""Responses that are ready leave from here, without the application."""
