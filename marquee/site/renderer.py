"""React in this process: the bundle of the front end's build, in an embedded engine, on a thread of its own.

The engine keeps nothing between two pages. It has no network, no files, and limits of time and memory.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import msgspec
import quickjs

from marquee.site.head import Words

MEMORY_LIMIT = 128 * 1024 * 1024
TIME_LIMIT_S = 1
PATIENCE_S = 3
"""How long a page waits for its markup, including the pages before it in the queue."""
RETRY_S = 5
"""How long a page that failed is not rendered again."""
MAX_FAILURES = 100

log = logging.getLogger("marquee")


class Markup(msgspec.Struct, frozen=True):
    """The content of the root element, its style rules, its words, and the preloads that belong in the head.

    `part` names the script that the page needs besides that of all pages; `is_live`: React takes it over.
    """

    markup: str
    css: str
    words: Words
    preloads: str = ""
    part: str = ""
    is_live: bool = True


class Renderer:
    """`script` leaves a global function `render(json) -> json of Markup` behind (frontend/src/app/server.tsx)."""

    def __init__(self, script: str) -> None:
        self._script = script
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="render")
        self._function: Callable[[str], str] | None = None
        self._failures: dict[int, float] = {}

    async def render(self, preloaded: str) -> Markup | None:
        """The markup of a page with this data. If rendering fails, that is logged and the result is None.

        The browser's own React shows the page then. One that only came late is no fault: a machine may stand still.
        """
        loop, page = asyncio.get_running_loop(), hash(preloaded)
        if self._failures.get(page, 0) > loop.time():
            return None
        try:
            work = loop.run_in_executor(self._thread, self._render, preloaded)
            return await asyncio.wait_for(work, PATIENCE_S)
        except TimeoutError:
            log.warning("page rendering failed", extra={"reason": f"it took longer than {PATIENCE_S} s"})
        except Exception:
            log.exception("page rendering failed")
        if len(self._failures) >= MAX_FAILURES:
            self._failures.clear()
        self._failures[page] = loop.time() + RETRY_S
        return None

    def close(self) -> None:
        self._thread.shutdown(cancel_futures=True)

    def _render(self, preloaded: str) -> Markup:
        if self._function is None:
            self._function = self._start()
        try:
            return msgspec.json.decode(self._function(preloaded), type=Markup)
        except Exception:
            self._function = None  # whatever state it is in, the next page gets a new engine
            raise

    def _start(self) -> Callable[[str], str]:
        context = quickjs.Context()
        context.set_memory_limit(MEMORY_LIMIT)
        context.eval(self._script)
        while context.execute_pending_job():
            pass
        context.set_time_limit(TIME_LIMIT_S)
        function: Callable[[str], str] = context.get("render")
        return function
