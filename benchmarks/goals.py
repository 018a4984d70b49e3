"""What the site should reach: one line a goal. The rows that carry them stand in `docs/performance.md`."""

from typing import NamedTuple


class Goal(NamedTuple):
    """An upper bound, or a lower one where `is_floor`; of a figure's ratio to its reference where `of_ratio`."""

    limit: float
    of_ratio: bool = False
    is_floor: bool = False

    def is_reached_by(self, measured: float) -> bool:
        return measured >= self.limit if self.is_floor else measured <= self.limit


# The server: CPU time of a request ÷ that of the reference.
READY = Goal(1.2, of_ratio=True)
NOT_MODIFIED = Goal(1.4, of_ratio=True)
UNCACHED_READ = Goal(10, of_ratio=True)
SAVE = Goal(16, of_ratio=True)
FIRST_AFTER_SAVE = Goal(8, of_ratio=True)
GROWTH = Goal(1.5, of_ratio=True)
START = Goal(1.6, of_ratio=True)

# How long people wait while others work: p99 ÷ that of rest, and milliseconds.
WHILE_PEOPLE_SAVE = Goal(2, of_ratio=True)
BESIDE_THE_WORST = Goal(3, of_ratio=True)
SAVE_BESIDE_THE_WORST = Goal(10, of_ratio=True)
LOOP_LAG_MS = Goal(50)

MEMORY_IDLE_MB = Goal(85)
MEMORY_AFTER_TRAFFIC_MB = Goal(150)
MEMORY_AT_WORST_MB = Goal(300)

# A phone's first view ÷ that of an ordinary single-page application.
FIRST_PAINT = {"home": Goal(0.42, of_ratio=True), "profile": Goal(0.35, of_ratio=True)}
LARGEST_PAINT = Goal(0.35, of_ratio=True)
FIRST_INTERACTION = {"home": Goal(0.6, of_ratio=True), "profile": Goal(0.65, of_ratio=True)}

INTERACTION_MS = Goal(150)
BLOCKING_MS = Goal(70)
LONGEST_HYDRATION_TASK = Goal(0.2, of_ratio=True)
LAYOUT_SHIFT = Goal(0)

HTML_BYTES = Goal(16_000)
SCRIPT_OF_VISITOR_BYTES = Goal(80_000)
SCRIPT_WITH_WORK_BYTES = Goal(260_000)
SCRIPT_BEFORE_LARGEST_PAINT_BYTES = Goal(0)
REQUESTS_BEFORE_LARGEST_PAINT = Goal(2)

LIGHTHOUSE_SCORE = Goal(100, is_floor=True)
