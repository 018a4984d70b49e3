"""The ids of new rows: random for whoever guesses, near one another for the database."""

from collections import Counter
from itertools import islice
from uuid import UUID

from marquee.domain.random_ids import ALIKE, RUN, random_ids


def made(count):
    return [*islice(random_ids(), count)]


def test_ids_are_random_uuids_in_their_usual_form():
    ids = made(RUN * 3)
    assert len(set(ids)) == len(ids)
    assert {(UUID(id_).version, str(UUID(id_)) == id_) for id_ in ids} == {(4, True)}


def test_rows_of_one_write_are_in_few_places_and_no_more_of_them_in_one():
    """Each index of a large site is changed there; more in one place would be a part of the sitemap of their own."""
    beginnings = Counter(id_[:ALIKE] for id_ in made(RUN * 10))
    assert len(beginnings) <= 10
    assert max(beginnings.values()) <= RUN * 2  # should two places be the same by chance


def test_single_rows_have_nothing_in_common():
    assert len({made(1)[0][:ALIKE] for _ in range(100)}) > 90
