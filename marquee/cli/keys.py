"""`marquee keys`: prints and replaces the API keys."""

import click

from marquee.auth import keys as key_files
from marquee.cli.options import data_dir_option, load_settings


@click.command()
@click.option("--rotate", is_flag=True, help="Sign access tokens with a new key; no one is signed out.")
@click.option("--rotate-secret", is_flag=True, help="Replace the secret API key; the old one stops working at once.")
@data_dir_option
def keys(rotate: bool, rotate_secret: bool) -> None:
    """Print the API keys, one per line. A running site picks up new keys within a second."""
    folder = load_settings().data_dir
    if rotate:
        key_files.rotate_signing_key(folder)
    if rotate_secret:
        key_files.rotate_secret(folder)
    current = key_files.load_or_create(folder)
    click.echo(f"publishable {current.publishable}\nsecret {current.secret}")
