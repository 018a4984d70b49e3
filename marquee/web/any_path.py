"""Routes' `{name:path}` takes every path: Starlette's own takes none with a line feed, which then has no endpoint."""

from starlette.convertors import PathConvertor, register_url_convertor


class AnyPath(PathConvertor):
    """The rest of a path, whatever it holds."""

    regex = "(?s:.*)"


def register() -> None:
    """For all routes that are made from here on."""
    register_url_convertor("path", AnyPath())
