"""Every setting once: its environment variable, default and help."""

from typing import NamedTuple


class Setting(NamedTuple):
    """One line of the table below: what docs/settings.md shows and `load` reads."""

    name: str
    default: str
    help: str


DATA_DIR = Setting(
    "MARQUEE_DATA_DIR",
    "./data",
    "The folder for the database, the media and the generated secrets. `--data-dir` takes precedence.",
)

SETTINGS = (
    DATA_DIR,
    Setting(
        "MARQUEE_DATABASE_URL",
        "",
        "The database: `sqlite:///path/to/file`, or `postgresql://user:password@host/name`, which several servers can "
        "share, with libpq's `sslmode`, `sslrootcert`, `sslcert` and `sslkey` for TLS. "
        "Default: `marquee.sqlite3` in the data folder.",
    ),
    Setting(
        "MARQUEE_BASE_URL",
        "",
        "The site's public URL, such as `https://undercard.example`. Default: the address it listens on; a site that "
        "listens on every address (`0.0.0.0`) mails no links until this is set.",
    ),
    Setting(
        "MARQUEE_TIMEZONE",
        "",
        "The site's time zone, such as `Europe/Berlin`; it decides what today is. Default: the server's.",
    ),
    Setting("MARQUEE_SITE_NAME", "Marquee", "The site's name, until an admin gives it one in the panel."),
    Setting(
        "MARQUEE_SECURITY_CONTACT",
        "",
        "Where to report security flaws, a `mailto:` or `https:` URL for `/.well-known/security.txt`. "
        "Default: there is no such file.",
    ),
    Setting(
        "MARQUEE_PASSWORD_MINIMUM",
        "15",
        "The minimum length of new passwords, from 8 to 64. Below 15, a password should not be the only factor.",
    ),
    Setting(
        "MARQUEE_TRUSTED_PROXIES",
        "",
        "Proxies in front of the site, as comma-separated IP addresses or networks: `127.0.0.1, 10.0.0.0/8`. "
        "Only their `X-Forwarded-For` is trusted.",
    ),
    Setting(
        "MARQUEE_ALLOWED_ORIGINS",
        "",
        "Other sites whose pages may read the data, and the calendars of the site and of artists, in a browser, with "
        "the publishable key: comma-separated origins such as `https://label.example`. Default: none.",
    ),
    Setting(
        "MARQUEE_REDIRECTS",
        "",
        "Further addresses that mailed links may lead back to, such as an app's: `io.example.app://login`, "
        "comma-separated. `*` stands for anything but `.` and `/`, `**` for anything, and a query may follow. "
        "Default: only this site.",
    ),
    Setting(
        "MARQUEE_SMTP_URL",
        "",
        "The mail server: `smtp://user:password@host:port`, or `smtps://` for TLS from the start. A server on another "
        "machine must offer TLS and have a valid certificate. "
        "Default: mail is written to `outbox/` in the data folder.",
    ),
    Setting(
        "MARQUEE_MAIL_FROM",
        "",
        "The sender of mail. Default: `noreply@` the site's host.",
    ),
    Setting(
        "MARQUEE_BACKUPS",
        "",
        "The folder for the backups of this site: `marquee backup` without a file writes there, and deletes those of "
        "its own that are older than 30 days, but never the newest seven.",
    ),
    Setting("MARQUEE_SIGNUP", "off", "`on` lets anyone create an account, without rights, by confirming their email."),
    Setting(
        "MARQUEE_REQUIRE_SECOND_FACTOR",
        "off",
        "`admins`: accounts of the role `service_role` have an admin's rights only once they have a second factor.",
    ),
    Setting("MARQUEE_SESSION_IDLE_DAYS", "30", "A session ends after this many days without use."),
    Setting(
        "MARQUEE_SESSION_MAX_DAYS", "180", "A session ends this many days after its sign-in, however much it is used."
    ),
    Setting(
        "MARQUEE_HOT_PATH",
        "on",
        "`off` sends every request through the whole application: slower, but otherwise the same.",
    ),
)
