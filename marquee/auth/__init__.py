"""The session protocol, as GoTrue speaks it: accounts, sessions, tokens, second factors and mail.

Others take `api` (the endpoints) and `identity` (who asks); the command line also uses `accounts` and `keys`.
"""
