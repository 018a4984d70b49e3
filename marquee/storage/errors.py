"""The picture protocol's errors. See docs/protocol.md#pictures."""

from typing import NamedTuple

from marquee.errors import MarqueeError


class Kind(NamedTuple):
    """What a client goes by. The response is a 400, as Supabase has it, and its body names the status that is meant."""

    code: str
    error: str
    named_status: int
    message: str = ""
    status: int = 400


class StorageError(MarqueeError):
    """A refusal in the storage protocol; some kinds have a message of their own."""

    def __init__(self, kind: Kind, message: str = "") -> None:
        super().__init__(message or kind.message)
        self.kind = kind
        self.code, self.status = kind.code, kind.status


ACCESS_DENIED = Kind("AccessDenied", "Unauthorized", 403, "new row violates row-level security policy")
DUPLICATE = Kind("ResourceAlreadyExists", "Duplicate", 409, "The resource already exists")
FEATURE_OFF = Kind("FeatureNotEnabled", "FeatureNotEnabled", 409, "This site has no such feature for its pictures")
IN_USE = Kind(
    "ResourceLocked", "ResourceLocked", 423, "An artist shows this picture. Choose another one for the artist first"
)
INTERNAL = Kind("InternalError", "internal_error", 500)  # of no storage error: the response has the error's own status
INVALID_KEY = Kind("InvalidKey", "InvalidKey", 400)
INVALID_LINK = Kind("InvalidJWT", "InvalidJWT", 400, "This link has expired. Ask for a new one")
INVALID_REQUEST = Kind("InvalidRequest", "InvalidRequest", 400)
INVALID_SIGNATURE = Kind("InvalidSignature", "InvalidSignature", 400, "This link was not made for this picture")
INVALID_TRANSFORM = Kind("InvalidRequest", "invalid_request", 400)
NO_SUCH_BUCKET = Kind("NoSuchBucket", "Bucket not found", 404, "Bucket not found")
NO_SUCH_CALL = Kind("InvalidRequest", "Not Found", 404, "This site has no such storage call", 404)
NO_SUCH_OBJECT = Kind("NoSuchKey", "not_found", 404, "Object not found")

# Of uploads that come in pieces.
NO_SUCH_UPLOAD = Kind("NoSuchUpload", "NoSuchUpload", 404, "There is no such upload, or no longer. Begin again", 404)
OFFSET_CONFLICT = Kind("TusError", "TusError", 409, "Upload-Offset conflict. Ask with HEAD how much has come", 409)
UPLOAD_LOCKED = Kind(
    "ResourceLocked", "ResourceLocked", 423, "A piece of this upload is being received. Try again in a moment", 423
)
WRONG_TUS_VERSION = Kind("TusError", "TusError", 412, "Tus-Resumable must be 1.0.0", 412)


class BrokenPicture(StorageError):
    """A file that is not a picture, is damaged, or is too large to be decoded."""

    def __init__(self, message: str = "The object is not an image that can be displayed") -> None:
        super().__init__(Kind("InvalidMimeType", "invalid_mime_type", 415), message)


class WrongType(StorageError):
    """What is no picture that the site keeps; the message says what to send instead."""

    def __init__(self, message: str) -> None:
        super().__init__(Kind("InvalidMimeType", "invalid_mime_type", 415), message)


class TooLarge(StorageError):
    """Too many bytes, pixels, or pictures in one folder."""

    def __init__(self, message: str) -> None:
        super().__init__(Kind("EntityTooLarge", "Payload too large", 413), message)


class SlowDown(StorageError):
    """Too much at once, or in a while. `retry_after_s` is what the header `Retry-After` says."""

    def __init__(self, message: str, retry_after_s: int = 5) -> None:
        super().__init__(Kind("SlowDown", "Too Many Requests", 429, status=429), message)
        self.retry_after_s = retry_after_s


class NoRoom(StorageError):
    """The disk is full or failing. Nothing of the request was kept, and the next may work."""

    def __init__(self) -> None:
        message = "There is no room for this picture now. Nothing was saved; please try again later"
        super().__init__(Kind("InternalError", "InternalError", 500, status=500), message)


class PictureUnavailable(MarqueeError):
    """A picture cannot be read, made or written: memory or the disk is full or failing. The next try may work."""

    status = 503

    def __init__(self, message: str = "The picture is unavailable, please try again") -> None:
        super().__init__(message)


def too_hard() -> TooLarge:
    """Of a picture that took too long or too much memory."""
    return TooLarge("This picture takes too long, or too much memory, to prepare. Send a smaller one, as JPEG.")


def invalid_key(path: str) -> StorageError:
    """Of a path that no picture may have."""
    message = f"Invalid key: {path[:255]}. A picture is named folder/file.jpg, in plain letters and digits"
    return StorageError(INVALID_KEY, message)
