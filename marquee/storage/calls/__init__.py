"""The endpoints of the picture protocol, by what they are about."""
