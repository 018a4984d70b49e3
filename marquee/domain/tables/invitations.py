"""Invitations: what somebody may do once they accept, and the tokens in their links."""

from sqlalchemy import Column, MetaData, Table, bindparam, exists, null, or_, select

from marquee.db.column_types import TEXT, Timestamp, UuidText
from marquee.db.derived_table import DerivedTable
from marquee.db.functions import value_of
from marquee.domain.roles import SERVICE_ROLE
from marquee.domain.tables.artists import music_artists
from marquee.domain.tables.columns import check, goes_with, metadata, one_of, required
from marquee.domain.tables.listing import list_by

INVITED_AS = (SERVICE_ROLE, "contact", "owner")
LINKS = "links_made"
"""What the answer to an insert binds: JSON, the link of each new invitation by its id."""

invitations = Table(
    "music_invitations",
    metadata,
    Column("id", UuidText, primary_key=True),
    # Null: whoever has the link. Else only an account of this email can accept it, and the link is mailed to it.
    Column("email", TEXT),
    # `service_role` for an admin, 'contact' for a music contact, 'owner' for an owner of the artist.
    Column("role", TEXT, nullable=False),
    # No key: it outlives the artist, whom an Undo may bring back, and counts as one of the day's.
    Column("artist_id", TEXT, index=True),
    # Null: a program with the secret key. Without the rights of an admin, the invitation is void.
    Column("invited_by", UuidText, goes_with("users.id"), index=True),
    Column("created_at", Timestamp, nullable=False),
    Column("expires_at", Timestamp, nullable=False),
    Column("accepted_at", Timestamp),
    Column("withdrawn_at", Timestamp),
    required("email", 255),
    one_of("role", INVITED_AS),
    check(
        "artist_id",
        "(role = 'owner' AND artist_id IS NOT NULL) OR (role <> 'owner' AND artist_id IS NULL)",
        "The invitation of an owner names the artist, and no other does.",
        "artist",
    ),
    check("expires_at", "expires_at > created_at", "It expires after it was made.", "expires"),
)

HAS_ITS_ARTIST = or_(invitations.c.artist_id.is_(None), exists().where(music_artists.c.id == invitations.c.artist_id))
"""Not of a deleted artist: such invitations are void, and no list shows them."""

invitation_tokens = Table(
    "invitation_tokens",
    metadata,
    # SHA-256 of the token in a link, which is not stored. The link to copy and the mailed one have different tokens.
    Column("token_hash", TEXT, primary_key=True),
    Column("invitation_id", UuidText, goes_with("music_invitations.id"), nullable=False, index=True),
)

music_invitations = DerivedTable(
    "music_invitations",
    MetaData(),  # of its own: the stored table has the same name
    Column("id", UuidText, primary_key=True),
    Column("email", TEXT),
    Column("role", TEXT, nullable=False),
    Column("artist_id", TEXT),
    # The account of the admin who invites. Null: a program with the secret key.
    Column("invited_by", UuidText),
    Column("created_at", Timestamp, nullable=False),
    Column("expires_at", Timestamp, nullable=False),
    # Null until somebody has accepted it.
    Column("accepted_at", Timestamp),
    # The link to send, in the answer to the insert and never again.
    Column("link", TEXT),
    # Only ever sent: the invitation that this one takes the place of.
    Column("replaces", UuidText),
    one_of("role", INVITED_AS),
    info={
        "query": select(
            *(column for column in invitations.c if column.name != "withdrawn_at"),
            value_of(bindparam(LINKS, "{}", TEXT), invitations.c.id).label("link"),
            null().label("replaces"),
        ).where(invitations.c.withdrawn_at.is_(None), HAS_ITS_ARTIST)
    },
)

list_by(music_invitations, music_invitations.c.created_at.desc(), music_invitations.c.id)
