"""What the site must reach: one line per goal. `docs/performance.md` names each of them."""

from typing import NamedTuple


class Goal(NamedTuple):
    """`limit` and `stretch` are upper bounds in `unit`, or lower ones where `is_floor`.

    `of_ratio` bounds a figure divided by its reference's, not the figure.
    """

    name: str
    limit: float
    unit: str = ""
    stretch: float | None = None
    is_floor: bool = False
    of_ratio: bool = False

    def is_reached_by(self, measured: float) -> bool:
        return measured >= self.limit if self.is_floor else measured <= self.limit


CACHED = Goal(
    "cached page or data read, CPU per request ÷ nginx serving the same bytes", 1.35, stretch=1.15, of_ratio=True
)
NOT_MODIFIED = Goal("304 ÷ nginx's 304", 1.7, stretch=1.5, of_ratio=True)
UNCACHED_READ = Goal("uncached read of 50 rows over HTTP ÷ the same read in process", 2.5, stretch=1.6, of_ratio=True)
WRITE = Goal("signed-in write with full sync ÷ the same transaction in process", 7, stretch=4, of_ratio=True)
FIRST_PAINT_HOME = Goal("first paint ÷ the original design's, home", 0.3, of_ratio=True)
FIRST_PAINT_PROFILE = Goal("first paint ÷ the original design's, profile", 0.35, of_ratio=True)
LARGEST_PAINT_HOME = Goal("largest paint ÷ the original design's, home", 0.35, of_ratio=True)
LARGEST_PAINT_PROFILE = Goal("largest paint ÷ the original design's, profile", 0.4, of_ratio=True)
SHIFT = Goal("layout shift", 0)
BLOCKING = Goal("blocking time under that throttling", 60, "ms")
REQUESTS_READABLE = Goal("requests before content is readable", 1)
REQUESTS_LARGEST = Goal("requests before the largest paint", 2)
HOME_HTML = Goal("HTML of the home page, brotli, critical CSS in it; never above 14,000", 10_000, "bytes")
SCRIPT = Goal("script a visitor runs, brotli, without a session", 64_500, "bytes")
SCRIPT_EARLY = Goal("script before the largest paint", 0, "bytes")
SCRIPT_SESSION = Goal("script a visitor runs, brotli, with a session", 90_000, "bytes")
LIGHTHOUSE = Goal("Lighthouse mobile, home and profile, each score", 100, is_floor=True)
RENDER = Goal("render of the home page", 10, "ms")
FIRST_AFTER_WRITE = Goal("first page after a write", 25, "ms")
ENGINE_MEMORY = Goal("memory of the engine", 16, "MB")
START = Goal("start to first answer, CPU", 0.5, "s", stretch=0.35)
IDLE_MEMORY = Goal("memory when idle", 80, "MB", stretch=60)
GROWTH = Goal("home at 10,000 artists ÷ home at 8, uncached", 1.5, of_ratio=True)

GOALS = (
    *(CACHED, NOT_MODIFIED, UNCACHED_READ, WRITE),
    *(FIRST_PAINT_HOME, FIRST_PAINT_PROFILE, LARGEST_PAINT_HOME, LARGEST_PAINT_PROFILE),
    *(SHIFT, BLOCKING, REQUESTS_READABLE, REQUESTS_LARGEST),
    *(HOME_HTML, SCRIPT, SCRIPT_EARLY, SCRIPT_SESSION, LIGHTHOUSE),
    *(RENDER, FIRST_AFTER_WRITE, ENGINE_MEMORY, START, IDLE_MEMORY, GROWTH),
)
