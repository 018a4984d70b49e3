"""The picture protocol's errors. See docs/protocol.md#pictures.

Unless a class says otherwise the response is a 400, and its body names the status that is meant, as Supabase has it.
"""

from marquee.errors import MarqueeError


class PictureUnavailable(MarqueeError):
    """A picture cannot be made, or not be written: memory or the disk is full or failing. The next try may work."""

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
    """A path or method that is none of ours."""

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

    def __init__(self, message: str = "The object is not an image that can be displayed") -> None:
        super().__init__(message)


class InvalidRequest(StorageError):
    status, code, body_status, kind = 400, "InvalidRequest", "400", "InvalidRequest"


class InvalidKey(StorageError):
    status, code, body_status, kind = 400, "InvalidKey", "400", "InvalidKey"

    def __init__(self, path: str) -> None:
        super().__init__(f"Invalid key: {path[:255]}. A picture is named folder/file.jpg, in plain letters and digits")


class AccessDenied(StorageError):
    status, code, body_status, kind = 400, "AccessDenied", "403", "Unauthorized"

    def __init__(self, message: str = "new row violates row-level security policy") -> None:
        super().__init__(message)


class NoSuchBucket(StorageError):
    status, code, body_status, kind = 400, "NoSuchBucket", "404", "Bucket not found"

    def __init__(self) -> None:
        super().__init__("Bucket not found")


class Duplicate(StorageError):
    status, code, body_status, kind = 400, "ResourceAlreadyExists", "409", "Duplicate"

    def __init__(self, message: str = "The resource already exists") -> None:
        super().__init__(message)


class InUse(StorageError):
    status, code, body_status, kind = 400, "ResourceLocked", "423", "ResourceLocked"

    def __init__(self) -> None:
        super().__init__("An artist shows this picture. Choose another one for the artist first")


class FeatureOff(StorageError):
    status, code, body_status, kind = 400, "FeatureNotEnabled", "409", "FeatureNotEnabled"

    def __init__(self) -> None:
        super().__init__("This site has no such feature for its pictures")


class TooLarge(StorageError):
    """Too many bytes, pixels, or pictures in one folder."""

    status, code, body_status, kind = 400, "EntityTooLarge", "413", "Payload too large"


def too_hard() -> TooLarge:
    """Of a picture that took too long or too much memory."""
    return TooLarge("This picture takes too long, or too much memory, to prepare. Send a smaller one, as JPEG.")


class WrongType(StorageError):
    """What is no picture that the site keeps; the message says what to send instead."""

    status, code, body_status, kind = 400, "InvalidMimeType", "415", "invalid_mime_type"


class NoSuchUpload(StorageError):
    """One that comes in pieces: it has ended, has expired, or is somebody else's."""

    status, code, body_status, kind = 404, "NoSuchUpload", "404", "NoSuchUpload"

    def __init__(self) -> None:
        super().__init__("There is no such upload, or no longer. Begin again")


class OffsetConflict(StorageError):
    """A piece that does not begin where the last one ended."""

    status, code, body_status, kind = 409, "TusError", "409", "TusError"

    def __init__(self) -> None:
        super().__init__("Upload-Offset conflict. Ask with HEAD how much has come")


class UploadLocked(StorageError):
    """Somebody else, such as an earlier connection of the same client, is adding to an upload."""

    status, code, body_status, kind = 423, "ResourceLocked", "423", "ResourceLocked"

    def __init__(self) -> None:
        super().__init__("A piece of this upload is being received. Try again in a moment")


class WrongTusVersion(StorageError):
    status, code, body_status, kind = 412, "TusError", "412", "TusError"

    def __init__(self) -> None:
        super().__init__("Tus-Resumable must be 1.0.0")


class InvalidSignature(StorageError):
    status, code, body_status, kind = 400, "InvalidSignature", "400", "InvalidSignature"

    def __init__(self) -> None:
        super().__init__("This link was not made for this picture")


class InvalidLink(StorageError):
    """A token that is not ours, not for this use, or expired."""

    status, code, body_status, kind = 400, "InvalidJWT", "400", "InvalidJWT"

    def __init__(self) -> None:
        super().__init__("This link has expired. Ask for a new one")


class SlowDown(StorageError):
    """Too much at once, or in a while. `retry_after_s` is what the header `Retry-After` says."""

    status, code, body_status, kind = 429, "SlowDown", "429", "Too Many Requests"

    def __init__(self, message: str, retry_after_s: int = 5) -> None:
        super().__init__(message)
        self.retry_after_s = retry_after_s


class NoRoom(StorageError):
    """The disk is full or failing. Nothing of the request was kept, and the next may work."""

    status, code, body_status, kind = 500, "InternalError", "500", "InternalError"

    def __init__(self) -> None:
        super().__init__("There is no room for this picture now. Nothing was saved; please try again later")
