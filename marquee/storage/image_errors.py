"""Refusals of the picture endpoints. See docs/protocol.md#pictures."""

from marquee.errors import MarqueeError


class PictureUnavailable(MarqueeError):
    """The derived file cannot be written: the disk is full or failing. The next try may work."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The picture is unavailable, please try again")


class StorageError(MarqueeError):
    """A refusal in the storage protocol: the response is a 400, and `body_status` is the status that its body names."""

    code = "InternalError"
    body_status = "500"
    kind = "internal_error"


class InvalidTransform(StorageError):
    status, code, body_status, kind = 400, "InvalidRequest", "400", "invalid_request"


class NoSuchCall(StorageError):
    """A path or method that is none of ours; the only refusal whose status is not 400."""

    status, code, body_status, kind = 404, "InvalidRequest", "404", "Not Found"

    def __init__(self) -> None:
        super().__init__("This site has no such storage call")


class NoSuchObject(StorageError):
    status, code, body_status, kind = 400, "NoSuchKey", "404", "not_found"

    def __init__(self) -> None:
        super().__init__("Object not found")


class BrokenPicture(StorageError):
    """A file that is not a picture, is damaged, or is too large to be decoded."""

    status, code, body_status, kind = 400, "InvalidMimeType", "415", "invalid_mime_type"

    def __init__(self) -> None:
        super().__init__("The object is not an image that can be displayed")
