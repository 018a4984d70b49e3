"""Artists, their links and owners, and who may add dates of all of them."""

from sqlalchemy import Boolean, Column, ForeignKey, Index, Table, UniqueConstraint, false, text

from marquee.db.column_types import INTEGER, TEXT, Timestamp, UuidText
from marquee.domain.pictures import MEDIA_PREFIX
from marquee.domain.tables.columns import (
    GIVES_RIGHTS,
    INTERNAL,
    at_most,
    called,
    check,
    goes_with,
    handle,
    https_url,
    metadata,
    record,
    recorded_only_on,
    required,
    url,
)
from marquee.domain.tables.listing import list_by, sort_by

music_artists = Table(
    "music_artists",
    metadata,
    # A readable slug that the server makes from the name when the artist is added; it never changes.
    Column("id", TEXT, primary_key=True),
    # The first owner; further ones are in music_owners. Null: nobody.
    Column(
        "user_id",
        UuidText,
        ForeignKey("users.id", ondelete="SET NULL"),
        index=True,
        info=GIVES_RIGHTS | called("Owner"),
    ),
    Column("name", TEXT, nullable=False, info=called("Name")),
    Column("genre", TEXT, nullable=False, info=called("Genre")),
    # A URL, or a path of the site's own media.
    Column("image", TEXT, nullable=False, info=called("Picture")),
    # What it shows, for those who do not see it, and who made it.
    Column("image_alt", TEXT, info=called("Description of the picture")),
    Column("credit", TEXT, info=called("Credit")),
    # As a person writes it: '1.2M', '864K', '12,400'.
    Column("followers", TEXT, nullable=False, server_default="0", info=called("Followers")),
    Column("latest_song", TEXT, info=called("Latest song")),
    Column("bio", TEXT, info=called("Bio")),
    # Handles with or without the leading '@'.
    Column("social_instagram", TEXT, info=called("Instagram")),
    Column("social_twitter", TEXT, info=called("Twitter")),
    Column("website", TEXT, info=called("Website")),
    # True for at most one artist: the index below backs the rule in records.py.
    Column(
        "is_featured",
        Boolean,
        nullable=False,
        server_default=false(),
        info=called("Featured") | recorded_only_on("update", "delete"),
    ),
    # When the artist is announced; now if it is left out. Null: not yet. Until then it is there for its editors only.
    Column("published_at", Timestamp, info=called("Announced")),
    # Both are the server's. A whole-record save that carries an older updated_at is refused.
    Column("created_at", Timestamp, nullable=False, info=recorded_only_on("delete")),
    Column("updated_at", Timestamp, nullable=False, info=recorded_only_on("delete")),
    # Followers read as a number, kept by the server; what the default order sorts by. Not part of the protocol.
    Column("popularity", INTEGER, nullable=False, server_default="0", info=INTERNAL),
    # The name as people sort it, kept by the server: lists in the order of names are in its order. Not part of the
    # protocol.
    Column("sort_name", TEXT, nullable=False, server_default=text("''"), info=INTERNAL),
    check(
        "id",
        "length(trim(id)) > 0 AND length(id) <= 100 AND id NOT LIKE '%/%'",
        "It needs 1 to 100 letters and digits of any script, joined by single hyphens.",
    ),
    required("name", 200),
    required("genre", 100),
    check(
        "image",
        f"({url('image')}) OR (image LIKE '{MEDIA_PREFIX}_%' AND length(image) <= 2048)",
        "It must be an http:// or https:// address of a picture, of at most 2,048 characters, without spaces.",
    ),
    check(
        "followers",
        "length(trim(followers)) > 0 AND length(followers) <= 32",
        "It needs 1 to 32 characters, such as 12,400 or 1.2M; 0 if it is left out.",
        is_line=True,
    ),
    at_most("image_alt", 500),
    at_most("credit", 200),
    at_most("latest_song", 200),
    at_most("bio", 20000, is_line=False),
    handle("social_instagram"),
    handle("social_twitter"),
    check(
        "website",
        f"website = '' OR ({url('website')})",
        "It must be an http:// or https:// address of at most 2,048 characters, without spaces, or empty.",
    ),
    Index(
        "music_artists_featured_key",
        "is_featured",
        unique=True,
        # In the words of the filter `is_featured=is.true`, which is answered from this index.
        sqlite_where=text("is_featured IS 1"),
        postgresql_where=text("is_featured IS true"),
    ),
    Index("music_artists_name_id_idx", "name", "id"),
    # The feed's order; those that were announced at one moment come by their ids.
    Index("music_artists_published_at_id_idx", "published_at", "id"),
    # Whether an artist is announced, and since when, of one after the other: without their rows.
    Index("music_artists_id_published_at_idx", "id", "published_at"),
    # The grid's default order, and that of names.
    Index("music_artists_popularity_idx", text("popularity DESC"), text("sort_name"), text("id")),
    Index("music_artists_sort_name_id_idx", "sort_name", "id"),
)

_artist = music_artists.c
record(music_artists)
list_by(music_artists, _artist.popularity.desc(), _artist.sort_name, _artist.id)
# As databases sort names that know a language.
sort_by(_artist.name, _artist.sort_name)

music_links = Table(
    "music_links",
    metadata,
    Column("id", UuidText, primary_key=True),
    Column("artist_id", TEXT, goes_with("music_artists.id"), nullable=False),
    # The order of an artist's links; those with one number stay in the order of their ids.
    Column("position", INTEGER, nullable=False, server_default="0"),
    Column("url", TEXT, nullable=False),
    # Null: the name of the service that the address is known to be of.
    Column("label", TEXT),
    https_url("url"),
    at_most("label", 100),
    Index("music_links_artist_id_position_id_idx", "artist_id", "position", "id"),
)

record(music_links)
list_by(music_links, music_links.c.position, music_links.c.id)

music_owners = Table(
    "music_owners",
    metadata,
    Column("id", UuidText, primary_key=True),
    # An account with a row here may do with this artist what its first owner, music_artists.user_id, may.
    Column("artist_id", TEXT, goes_with("music_artists.id"), nullable=False, index=True, info=called("Artist")),
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, info=GIVES_RIGHTS | called("Owner")),
    Column("created_at", Timestamp, nullable=False, info=recorded_only_on("delete")),
    UniqueConstraint("user_id", "artist_id", name="music_owners_user_id_key"),
)

record(music_owners)
list_by(music_owners, music_owners.c.artist_id, music_owners.c.user_id)

music_contacts = Table(
    "music_contacts",
    metadata,
    Column("id", UuidText, primary_key=True),
    # An account with a row here may add, edit and delete events.
    Column("user_id", UuidText, goes_with("users.id"), nullable=False, unique=True, info=GIVES_RIGHTS),
    Column("created_at", Timestamp, nullable=False),
)

list_by(music_contacts, music_contacts.c.created_at, music_contacts.c.id)
