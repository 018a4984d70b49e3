"""How long the link in a mail works, by what it is for: the token ends then, and the mail and the page say so."""

from datetime import timedelta

LIFETIMES = {
    "recovery": timedelta(minutes=60),
    "magiclink": timedelta(minutes=60),
    "signup": timedelta(hours=24),
    "invite": timedelta(hours=24),
    "email_change": timedelta(hours=24),
}
