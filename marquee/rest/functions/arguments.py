"""The arguments of a function, from the body of its call."""

from typing import Any, TypeVar

import msgspec

from marquee.data_errors import DataError
from marquee.rest.errors import INVALID_BODY, UNKNOWN_FUNCTION
from marquee.web.body import MAX_BODY
from marquee.web.context import Context

A = TypeVar("A", bound=msgspec.Struct)


async def read_arguments(context: Context, kind: type[A], limit: int = MAX_BODY) -> A:
    """The body, of at most so many bytes, as the function's arguments.

    Raises UNKNOWN_FUNCTION for other names, as PostgREST does; INVALID_BODY and what reading a body raises.
    """
    value: Any = await context.read_json(limit)
    if not isinstance(value, dict):
        raise DataError(INVALID_BODY, "The arguments of a function are a JSON object")
    fields = msgspec.structs.fields(kind)
    missing = [field.name for field in fields if field.required and field.name not in value]
    unknown = value.keys() - {field.name for field in fields}
    if missing or unknown:
        names = ", ".join(sorted(value))[:200]
        raise DataError(
            UNKNOWN_FUNCTION,
            f"Could not find the function public.{context.path_params['function']}({names}) in the schema cache",
            None,
            f"Its arguments are {', '.join(field.name for field in fields)}.",
        )
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise DataError(INVALID_BODY, str(error)) from error
