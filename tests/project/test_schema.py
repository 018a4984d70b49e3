"""What the front end takes for the rows of the server is what they are."""

from typing import get_args

import pytest
from msgspec.structs import fields

from marquee.domain.tables import EXPOSED, exposed_columns
from marquee.site.queries.select_lists import record_in
from scripts.generate_schema import RECORDS, SCHEMA, generated


def test_rows_and_select_lists_of_the_front_end_are_up_to_date():
    assert SCHEMA.read_text() == generated(), "run `make docs`"


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.__name__)
def test_what_a_record_may_lack_its_column_may_lack(record):
    columns = exposed_columns(EXPOSED[record.TABLE])
    for field in fields(record):
        if not record_in(field.type):
            assert columns[field.name].nullable == (type(None) in get_args(field.type)), field.name
