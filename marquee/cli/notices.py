"""What `marquee serve` says in the log about settings that an operator may have forgotten."""

import logging

from marquee.app import OUTBOX
from marquee.settings import Settings
from marquee.settings.base_url import is_wildcard

log = logging.getLogger("marquee")


def log_notices(current: Settings, base_url: str) -> None:
    """Log what a site that is reached at `base_url` will not do, or not as expected."""
    if current.mail_server is None:
        log.info("no mail server is set, mail is written to files", extra={"folder": current.data_dir / OUTBOX})
    if is_wildcard(base_url):
        log.warning("no mail with links is sent: the site's URL is not known", extra={"setting": "MARQUEE_BASE_URL"})
    elif current.mail_server is not None and not current.base_url:
        log.warning(
            "links in mail lead to the address that this site listens on", extra={"setting": "MARQUEE_BASE_URL"}
        )
    if current.base_url.startswith("https:") and not current.trusted_proxies:
        log.warning(
            "every visitor appears to have the proxy's IP address", extra={"setting": "MARQUEE_TRUSTED_PROXIES"}
        )
