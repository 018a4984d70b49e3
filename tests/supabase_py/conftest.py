"""The official Python client, unmodified, against the site on a real socket; sync and async."""

import pytest

from tests.server.served import Served
from tests.supabase_py.calls import Clients


@pytest.fixture(params=["sync", "async"])
async def clients(request, template, tmp_path):
    served = Served(template, tmp_path / "data")
    made = await Clients.of(served, is_async=request.param == "async")
    yield made
    await made.close()
