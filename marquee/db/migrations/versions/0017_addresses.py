"""Web addresses lose their white space and control characters, which none may be saved with any more.

They become what browsers make of them: nothing at the ends, no line breaks, and anything else encoded.
"""

import re
from functools import partial
from urllib.parse import quote

from marquee.db.migrations.mending import mend_texts

revision = "0017"
down_revision = "0016"

HTTP, HTTPS, NAME = r"(?:https?://|/storage/v1/object/public/).+", r"https://.+", r"[^/]*"
ADDRESSES: dict[str, dict[str, str]] = {
    "music_artists": {"image": HTTP, "website": HTTP, "social_instagram": NAME, "social_twitter": NAME},
    "music_events": {"ticket_url": HTTPS},
    "music_links": {"url": HTTPS},
    "music_settings": {"contact": r"https://.+|.+@.+", "logo": HTTP},
}
"""What the constraints ask of each column, besides its length."""
MAX_LENGTH = 2048
BLANK = re.compile(r"[\s\x00-\x1f\x7f-\x9f]")
ENDS = "".join(map(chr, range(33)))


def upgrade() -> None:
    mend_texts(
        {
            table: {column: partial(mended, rule=rule) for column, rule in rules.items()}
            for table, rules in ADDRESSES.items()
        }
    )


def mended(text: str, rule: str) -> str:
    """The address without blanks; as it is where the constraints would take none of that."""
    if not BLANK.search(text):
        return text
    inner = re.sub(r"[\t\r\n]", "", text.strip(ENDS))
    encoded = BLANK.sub(lambda blank: quote(blank[0]), inner)
    without = BLANK.sub("", text)
    fitting = (one for one in (encoded, without) if len(one) <= MAX_LENGTH and re.fullmatch(rule, one, re.IGNORECASE))
    return without if rule == NAME else next(fitting, text)
