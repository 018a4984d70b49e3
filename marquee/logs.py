"""Log lines as JSON, one an event. What a person typed, and every token, stays out of them."""

import logging
import sys

import msgspec

from marquee import clock

_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName", "color_message"}


class JsonFormatter(logging.Formatter):
    """`{"time", "level", "logger", "event", …}`: the extra fields of the call, and the trace of an exception."""

    def format(self, record: logging.LogRecord) -> str:
        line = {"time": clock.timestamp(), "level": record.levelname.lower(), "logger": record.name}
        line["event"] = record.getMessage()
        line |= {name: value for name, value in vars(record).items() if name not in _STANDARD}
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class _StandardError(logging.Handler):
    """Writes to what standard error is at that moment, and keeps nothing that could be closed by then."""

    def emit(self, record: logging.LogRecord) -> None:
        try:
            sys.stderr.write(f"{self.format(record)}\n")
            sys.stderr.flush()
        except Exception:
            self.handleError(record)


class Seldom:
    """Warnings of what goes on for a while: each event at most once a minute, with how often it was since."""

    EVERY_S = 60

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger
        self._seen: dict[str, tuple[float, int]] = {}

    def warning(self, event: str, **extra: object) -> None:
        logged_at, times = self._seen.get(event, (-self.EVERY_S, 0))
        if 0 <= clock.seconds() - logged_at < self.EVERY_S:
            self._seen[event] = logged_at, times + 1
        else:
            self._seen[event] = clock.seconds(), 0
            self._logger.warning(event, extra={"times": times + 1, **extra})


def configure(level: int = logging.INFO) -> None:
    """Send every log line to standard error."""
    handler = _StandardError()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for noisy in ("alembic", "uvicorn.error"):
        logging.getLogger(noisy).setLevel(logging.WARNING)
