"""Certificates for tests, from an authority that nobody else knows."""

import datetime
import ipaddress
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

LOOPBACK = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))


class Authority:
    """Signs certificates, each valid for a day; its own is in `file`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name, self._key = _name("authority"), ec.generate_private_key(ec.SECP256R1())
        signed = self._signed(self._name, self._key, x509.BasicConstraints(ca=True, path_length=0))
        self.file = folder / "authority.pem"
        self.file.write_bytes(signed.public_bytes(Encoding.PEM))

    def issue(self, name: str) -> tuple[Path, Path]:
        """The files of a certificate for 127.0.0.1 and of its key. A client's user is the `name`."""
        key = ec.generate_private_key(ec.SECP256R1())
        signed = self._signed(_name(name), key, x509.SubjectAlternativeName([LOOPBACK]))
        files = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        files[0].write_bytes(signed.public_bytes(Encoding.PEM))
        files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        files[1].chmod(0o600)
        return files

    def _signed(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, extension: x509.ExtensionType
    ) -> x509.Certificate:
        now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
        serial = x509.random_serial_number()
        built = x509.CertificateBuilder(self._name, subject, key.public_key(), serial, now - day, now + day)
        return built.add_extension(extension, critical=True).sign(self._key, hashes.SHA256())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
