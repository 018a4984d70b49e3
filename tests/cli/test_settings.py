"""Settings: read from the environment or from files, refused where unsafe or unreadable."""

from pathlib import Path
from urllib.parse import quote

import pytest

from marquee.errors import SettingsError
from marquee.settings import load, sender_address
from marquee.settings.table import SETTINGS
from marquee.settings.values import MailServer


def test_defaults():
    found = load({})
    assert found.data_dir == Path("data")
    assert found.database_url == "sqlite:///data/marquee.sqlite3"
    assert found.base_url == ""
    assert found.site_name == "Marquee"
    assert found.password_minimum == 15
    assert found.trusted_proxies == ()
    assert found.timezone.key


def test_every_setting_is_read_from_the_environment(tmp_path):
    found = load(
        {
            "MARQUEE_DATA_DIR": str(tmp_path),
            "MARQUEE_DATABASE_URL": "sqlite:////var/lib/marquee/main.db",
            "MARQUEE_BASE_URL": "https://undercard.example/",
            "MARQUEE_TIMEZONE": "Europe/Zurich",
            "MARQUEE_SITE_NAME": "Undercard",
            "MARQUEE_SECURITY_CONTACT": "mailto:security@undercard.example",
            "MARQUEE_PASSWORD_MINIMUM": "12",
            "MARQUEE_TRUSTED_PROXIES": "127.0.0.1, 10.0.0.0/8,fd00::/8",
            "MARQUEE_ALLOWED_ORIGINS": "https://label.example, http://localhost:5173,http://[::1]:8080",
            "MARQUEE_SMTP_URL": "smtps://mail%40undercard.example:p%3Aw@mail.example",
            "MARQUEE_MAIL_FROM": "hello@undercard.example",
            "MARQUEE_SIGNUP": "on",
        }
    )
    assert found.data_dir == tmp_path
    assert found.database_url == "sqlite:////var/lib/marquee/main.db"
    assert found.base_url == "https://undercard.example"
    assert found.timezone.key == "Europe/Zurich"
    assert found.site_name == "Undercard"
    assert found.security_contact == "mailto:security@undercard.example"
    assert found.password_minimum == 12
    assert [str(network) for network in found.trusted_proxies] == ["127.0.0.1/32", "10.0.0.0/8", "fd00::/8"]
    assert found.allowed_origins == ("https://label.example", "http://localhost:5173", "http://[::1]:8080")
    assert found.mail_server == MailServer("mail.example", 465, True, "mail@undercard.example", "p:w")
    assert found.mail_from == "hello@undercard.example"
    assert found.has_signup


def test_command_lines_data_folder_wins(tmp_path):
    found = load({"MARQUEE_DATA_DIR": "/elsewhere"}, str(tmp_path))
    assert found.database_url == f"sqlite:///{tmp_path}/marquee.sqlite3"


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_setting_may_come_from_a_file(setting, tmp_path):
    values = {
        "MARQUEE_DATA_DIR": str(tmp_path),
        "MARQUEE_DATABASE_URL": f"sqlite:///{tmp_path}/x.db",
        "MARQUEE_BASE_URL": "https://undercard.example",
        "MARQUEE_TIMEZONE": "Asia/Tokyo",
        "MARQUEE_SITE_NAME": "Undercard",
        "MARQUEE_SECURITY_CONTACT": "https://undercard.example/report",
        "MARQUEE_PASSWORD_MINIMUM": "64",
        "MARQUEE_TRUSTED_PROXIES": "10.0.0.0/8",
        "MARQUEE_ALLOWED_ORIGINS": "https://label.example",
        "MARQUEE_REDIRECTS": "io.example.app://login, https://*.label.example/**",
        "MARQUEE_SMTP_URL": "smtp://mail.example",
        "MARQUEE_MAIL_FROM": "hello@undercard.example",
        "MARQUEE_BACKUPS": "/backups",
        "MARQUEE_SIGNUP": "on",
        "MARQUEE_REQUIRE_SECOND_FACTOR": "admins",
        "MARQUEE_SESSION_IDLE_DAYS": "7",
        "MARQUEE_SESSION_MAX_DAYS": "90",
        "MARQUEE_HOT_PATH": "off",
    }
    file = tmp_path / "value"
    file.write_text(f"  {values[setting.name]}\n")
    assert load({f"{setting.name}_FILE": str(file)}) == load({setting.name: values[setting.name]})


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_empty_value_is_the_default(setting):
    assert load({setting.name: "  "}) == load({})


@pytest.mark.parametrize("url", ["postgresql://ann:secret@db.example:5433/marquee", "postgresql:///marquee?host=/run"])
def test_postgresql_is_a_database_and_its_password_is_not_shown(url):
    found = load({"MARQUEE_DATABASE_URL": url})
    assert found.database_url == url
    assert "secret" not in repr(found)


def test_postgresql_by_its_other_name():
    found = load({"MARQUEE_DATABASE_URL": "postgres://db.example/marquee"})
    assert found.database_url == "postgresql://db.example/marquee"


REFUSED = [
    ("MARQUEE_DATABASE_URL", "postgres://x"),
    ("MARQUEE_DATABASE_URL", "postgresql://localhost"),
    ("MARQUEE_DATABASE_URL", "postgresql://localhost:port/marquee"),
    ("MARQUEE_DATABASE_URL", "mysql://localhost/marquee"),
    ("MARQUEE_DATABASE_URL", "postgresql://db.example/marquee?ssl=require"),
    ("MARQUEE_DATABASE_URL", "postgresql://db.example/marquee?sslmode=on"),
    ("MARQUEE_DATABASE_URL", "postgresql://db.example/marquee?sslmode="),
    ("MARQUEE_DATABASE_URL", "postgresql://db.example/marquee?sslmode=verify-full&sslrootcert=/nowhere.pem"),
    ("MARQUEE_DATABASE_URL", "postgresql://db.example/marquee?sslkey=/nowhere.key"),
    ("MARQUEE_DATABASE_URL", f"postgresql://db.example/marquee?sslrootcert={__file__}"),
    ("MARQUEE_DATABASE_URL", "sqlite:///"),
    ("MARQUEE_DATABASE_URL", "marquee.db"),
    ("MARQUEE_DATABASE_URL", "sqlite://x"),
    ("MARQUEE_TIMEZONE", "Mars/Base"),
    ("MARQUEE_TIMEZONE", "../../etc/passwd"),
    ("MARQUEE_TIMEZONE", "/etc/localtime"),
    ("MARQUEE_TIMEZONE", "Europe"),
    ("MARQUEE_TIMEZONE", "localtime"),
    ("MARQUEE_TIMEZONE", "x" * 300),
    ("MARQUEE_PASSWORD_MINIMUM", "7"),
    ("MARQUEE_PASSWORD_MINIMUM", "65"),
    ("MARQUEE_PASSWORD_MINIMUM", "-8"),
    ("MARQUEE_PASSWORD_MINIMUM", "٨"),
    ("MARQUEE_PASSWORD_MINIMUM", "many"),
    ("MARQUEE_TRUSTED_PROXIES", "*"),
    ("MARQUEE_TRUSTED_PROXIES", "proxy.example"),
    ("MARQUEE_TRUSTED_PROXIES", "10.0.0.0/33"),
    ("MARQUEE_TRUSTED_PROXIES", "10.0.0.1/8"),
    ("MARQUEE_ALLOWED_ORIGINS", "*"),
    ("MARQUEE_ALLOWED_ORIGINS", "null"),
    ("MARQUEE_ALLOWED_ORIGINS", "label.example"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://label.example/"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://Label.example"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://label.example/x"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://*.example"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://label.example:443"),
    ("MARQUEE_ALLOWED_ORIGINS", "http://label.example:80"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://a.example https://b.example"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://user@label.example"),
    ("MARQUEE_ALLOWED_ORIGINS", "https://label.example:0"),
    ("MARQUEE_REDIRECTS", "io.example.app"),
    ("MARQUEE_REDIRECTS", "io.example.app:login"),
    ("MARQUEE_REDIRECTS", "//label.example"),
    ("MARQUEE_REDIRECTS", "**"),
    ("MARQUEE_REDIRECTS", "https://**"),
    ("MARQUEE_REDIRECTS", "https://*"),
    ("MARQUEE_REDIRECTS", "https://*.example"),
    ("MARQUEE_REDIRECTS", "https://**.label.example"),
    ("MARQUEE_REDIRECTS", "https://user@label.example"),
    ("MARQUEE_REDIRECTS", "https://label.example/#top"),
    ("MARQUEE_REDIRECTS", "https://label.example/a b"),
    ("MARQUEE_REDIRECTS", "javascript://label.example/**"),
    ("MARQUEE_REDIRECTS", "data://label.example"),
    ("MARQUEE_REDIRECTS", "*://login"),
    ("MARQUEE_SMTP_URL", "mail.example"),
    ("MARQUEE_SMTP_URL", "http://mail.example"),
    ("MARQUEE_SMTP_URL", "smtp://"),
    ("MARQUEE_SMTP_URL", "smtp://mail..example"),
    ("MARQUEE_SMTP_URL", "smtp://mail.example:smtp"),
    ("MARQUEE_SMTP_URL", "smtp://mail.example:99999"),
    ("MARQUEE_SMTP_URL", "smtp://mail.example/inbox"),
    ("MARQUEE_SMTP_URL", "smtp://mail.example?starttls"),
    ("MARQUEE_SMTP_URL", "smtp://[mail.example"),
    ("MARQUEE_SMTP_URL", "smtp://dana:caf%E9@mail.example"),
    ("MARQUEE_MAIL_FROM", "Undercard <hello@undercard.example>"),
    ("MARQUEE_MAIL_FROM", "hello@undercard.example\nBcc: x@y.example"),
    ("MARQUEE_MAIL_FROM", "hello"),
    ("MARQUEE_SIGNUP", "yes"),
    ("MARQUEE_HOT_PATH", "2"),
]


@pytest.mark.parametrize(("name", "value"), REFUSED)
def test_bad_value_is_refused_with_a_sentence_that_names_the_setting(name, value):
    with pytest.raises(SettingsError, match=name):
        load({name: value})


@pytest.mark.parametrize(
    "password", [f"hu{sign}sh" for sign in "#/?[]"] + ["1#hush", "1/hush", "1?hush", "hu[s]h", "%E9"]
)
@pytest.mark.parametrize(
    ("name", "url"),
    [
        ("MARQUEE_DATABASE_URL", "postgresql://ann:{}@db.example/marquee"),
        ("MARQUEE_DATABASE_URL", "postgresql://ann:{}@db.example/marquee?sslmode=require"),
        ("MARQUEE_SMTP_URL", "smtp://ann:{}@mail.example"),
    ],
)
def test_password_that_would_have_to_be_encoded_is_said_to_be(name, url, password):
    with pytest.raises(SettingsError, match=rf"^{name} .+# is written %23, / %2F, \? %3F, \[ %5B") as refused:
        load({name: url.format(password)})
    assert "sh" not in refused.value.message.replace("sslmode", "")
    load({name: url.format(quote("hu#/?[]@% sh", safe=""))})


def test_at_sign_in_a_databases_password_is_to_be_encoded():
    """The driver would take what follows the first for the name of the host."""
    for password in ("hu@sh", "hush@", "@hush", "hu@s@h"):
        with pytest.raises(SettingsError, match="@ %40") as refused:
            load({"MARQUEE_DATABASE_URL": f"postgresql://ann:{password}@db.example/marquee"})
        assert "hu" not in refused.value.message


def test_mail_servers_password_is_not_shown():
    found = load({"MARQUEE_SMTP_URL": "smtp://dana:opensesame@mail.example:2525"})
    assert found.mail_server is not None
    assert found.mail_server.port == 2525
    assert "opensesame" not in repr(found)
    with pytest.raises(SettingsError) as refused:
        load({"MARQUEE_SMTP_URL": "smtp://dana:opensesame@mail.example:x"})
    assert "opensesame" not in str(refused.value)


@pytest.mark.parametrize(
    ("base_url", "address"),
    [
        ("https://undercard.example", "noreply@undercard.example"),
        ("http://undercard.example:8000", "noreply@undercard.example"),
        ("http://127.0.0.1:8000", "noreply@localhost"),
        ("http://[::1]:8000", "noreply@localhost"),
    ],
)
def test_mail_comes_from_the_site_unless_told(base_url, address):
    assert sender_address(load({}), base_url) == address
    assert sender_address(load({"MARQUEE_MAIL_FROM": "hello@x.example"}), base_url) == "hello@x.example"


def test_sender_on_an_international_domain_is_kept_in_ascii():
    assert load({"MARQUEE_MAIL_FROM": "hello@bühne.example"}).mail_from == "hello@xn--bhne-0ra.example"
    assert sender_address(load({}), load({"MARQUEE_BASE_URL": "https://bühne.example"}).base_url) == (
        "noreply@xn--bhne-0ra.example"
    )


def test_file_that_cannot_be_read_is_refused(tmp_path):
    with pytest.raises(SettingsError, match="MARQUEE_SITE_NAME_FILE"):
        load({"MARQUEE_SITE_NAME_FILE": str(tmp_path / "missing")})
    file = tmp_path / "binary"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(SettingsError, match="MARQUEE_SITE_NAME_FILE"):
        load({"MARQUEE_SITE_NAME_FILE": str(file)})


def test_settings_have_one_line_each():
    names = [setting.name for setting in SETTINGS]
    assert len(set(names)) == len(names)
    assert all(setting.help.endswith(".") for setting in SETTINGS)
