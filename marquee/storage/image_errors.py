"""What pictures are refused for. Source of the shapes: wire.md 4.1."""

from marquee.errors import MarqueeError


class PictureUnavailable(MarqueeError):
    """What was made cannot be written: the disk is full or failing. The next try may work."""

    status = 503

    def __init__(self) -> None:
        super().__init__("The picture cannot be made at the moment, please try again")


class StorageError(MarqueeError):
    """A refusal of the storage protocol: always 400, and `means` is the status that it stands for."""

    code = "InternalError"
    means = "500"
    kind = "internal_error"


class InvalidTransform(StorageError):
    status, code, means, kind = 400, "InvalidRequest", "400", "invalid_request"


class NoSuchObject(StorageError):
    status, code, means, kind = 400, "NoSuchKey", "404", "not_found"

    def __init__(self) -> None:
        super().__init__("Object not found")


class BrokenPicture(StorageError):
    """A file that is no picture, damaged, or too large to be decoded."""

    status, code, means, kind = 400, "InvalidMimeType", "415", "invalid_mime_type"

    def __init__(self) -> None:
        super().__init__("The object is not a picture that can be shown")
