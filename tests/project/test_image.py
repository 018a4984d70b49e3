"""`make image` says what it lacks. What it builds is tried in `tests/deploy/test_image.py`."""

import pytest

from scripts import image


def test_missing_programs_are_named_with_the_command_that_installs_them(monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name: None if name == "buildah" else f"/usr/bin/{name}")
    with pytest.raises(SystemExit, match=r"^An image is built with buildah: apt-get install buildah$"):
        image.main()
