"""The demonstration's artists and their links. Every person and sound in it is invented."""

from typing import NamedTuple


class DemoArtist(NamedTuple):
    """`image` is the name of a file in `pictures/`; `handle` serves as website, Instagram and Twitter."""

    name: str
    genre: str
    followers: str
    image: str
    latest_song: str | None
    handle: str | None
    bio: str | None


ARTISTS = (
    DemoArtist(
        "Vesna Kole",
        "Art pop",
        "1.2M",
        "vesna-kole.webp",
        "Salt Hour",
        "vesnakole",
        "Vesna Kole writes at night, in the kitchen of a flat above a tyre shop in Trieste, and records before she has "
        "had time to change her mind. Her songs start with one voice and one bad synthesizer and end somewhere much "
        "larger.\n\n“Salt Hour” is her third record: eleven songs about the last ferry, the wrong jacket and the hour "
        "when the bars have closed but the bakeries have not opened. She produced it herself, with strings by the "
        "Dvorana Sever quartet and a drum kit borrowed from the school downstairs.",
    ),
    DemoArtist(
        "Ayo Marchetti",
        "Alt soul",
        "864K",
        "ayo-marchetti.webp",
        "Second Kindness",
        "ayomarchetti",
        "Ayo Marchetti sang in a church on Sundays and in a wedding band on Saturdays, and learned more from the second. "
        "The voice came from one, the timing from the other.\n\n“Second Kindness” was cut live in four afternoons with "
        "a five-piece that had never met before.",
    ),
    DemoArtist(
        "Halve",
        "Minimal techno",
        "412K",
        "halve.webp",
        "Half Past Nothing",
        "halve_audio",
        "One producer, one drum machine, no photographs. Halve plays in the dark and for as long as the room allows; "
        "the longest set so far lasted eleven hours and ended because of the trams.",
    ),
    DemoArtist(
        "Night Ferry",
        "Dream pop",
        "298K",
        "night-ferry.webp",
        "Harbour Lights, Going",
        "nightferryband",
        "Four people from two sides of the same strait, who wrote their first record by sending tapes across it. Guitars "
        "like weather, words you hear on the third listen.",
    ),
    DemoArtist(
        "Marrow Street",
        "Post-punk",
        "176K",
        "marrow-street.webp",
        "Rent Day",
        "marrowstreet",
        "Marrow Street is a real street, and the band still lives on it. Two basses, no patience, songs that stop when "
        "they are finished.",
    ),
    DemoArtist(
        "Delphine Achterberg",
        "Neo-classical",
        "151K",
        "delphine-achterberg.webp",
        "Études for a Cold Room",
        "delphineachterberg",
        "Delphine Achterberg studied organ in Ghent and left it for an upright piano with felt between its hammers. She "
        "records in winter, with the heating off, because pipes are never in tune with anything.",
    ),
    DemoArtist(
        "Abel Quintero Trio",
        "Latin jazz",
        "93K",
        "abel-quintero-trio.webp",
        None,
        "abelquintero",
        "Piano, bass and a drummer who counts in three languages. The trio has held the same Thursday at Club Tres "
        "Relojes for nine years and travels only when the club repaints.",
    ),
    DemoArtist(
        "The Cormorant Sisters",
        "Folk",
        "58K",
        "the-cormorant-sisters.webp",
        "What the Tide Returned",
        None,
        "Neither cormorants nor sisters. Three voices, a harmonium older than all of them together, and songs collected "
        "from people who insisted they knew none.",
    ),
)

LINKS = {
    "Vesna Kole": (
        "https://open.spotify.com/artist/vesnakole",
        "https://vesnakole.bandcamp.com/",
        "https://vesnakole.example/shop",
    ),
    "Ayo Marchetti": ("https://music.apple.com/artist/ayomarchetti", "https://open.spotify.com/artist/ayomarchetti"),
    "Halve": ("https://soundcloud.com/halve_audio", "https://halve.bandcamp.com/"),
    "Night Ferry": ("https://nightferry.bandcamp.com/", "https://www.youtube.com/@nightferryband"),
    "Marrow Street": ("https://marrowstreet.bandcamp.com/",),
    "Delphine Achterberg": ("https://tidal.com/artist/delphineachterberg",),
}
"""The addresses of each artist's music; two have none."""

CREDITS = {"night-ferry.webp": "Harbour Archive", "marrow-street.webp": "Tess Okafor"}
"""Who made a picture, where they asked to be named."""

FOCUS = {
    "abel-quintero-trio.webp": "50,45",
    "marrow-street.webp": "48,60",
    "night-ferry.webp": "46,62",
    "the-cormorant-sisters.webp": "60,68",
}
"""The centre of a picture's crops, in per cent, where its own centre would cut off what it is about."""

SHOWN = {
    "abel-quintero-trio.webp": "A man with a beard and a wide hat, from the side, in smoke",
    "ayo-marchetti.webp": "A man with round sunglasses in front of an orange wall",
    "delphine-achterberg.webp": "The keys of a piano, close up, in black and white",
    "halve.webp": "Two small figures before a huge setting sun",
    "marrow-street.webp": "A band on stage in red light, the crowd with raised arms",
    "night-ferry.webp": "A lit ship on still water at night",
    "the-cormorant-sisters.webp": "Two cormorants on posts in a misty lake",
    "vesna-kole.webp": "A woman in profile before a large pink disc of light",
}
"""What each picture shows, for those who do not see it."""
