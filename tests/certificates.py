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


SIGNS = x509.KeyUsage(
    key_cert_sign=True,
    **dict.fromkeys(("digital_signature", "content_commitment", "key_encipherment", "data_encipherment"), False),
    **dict.fromkeys(("key_agreement", "crl_sign", "encipher_only", "decipher_only"), False),
)


class Authority:
    """Signs certificates, each valid for a day; its own is in `file`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._name, self._key = _name("authority"), ec.generate_private_key(ec.SECP256R1())
        signed = self._signed(self._name, self._key, x509.BasicConstraints(ca=True, path_length=0), SIGNS)
        self.file = folder / "authority.pem"
        self.file.write_bytes(signed.public_bytes(Encoding.PEM))

    def issue(self, name: str) -> tuple[Path, Path]:
        """The files of a certificate for 127.0.0.1 and the `name`, which is a client's user as well, and of its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        signed = self._signed(_name(name), key, x509.SubjectAlternativeName([LOOPBACK, x509.DNSName(name)]))
        files = self._folder / f"{name}.pem", self._folder / f"{name}.key"
        files[0].write_bytes(signed.public_bytes(Encoding.PEM))
        files[1].write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
        files[1].chmod(0o600)
        return files

    def _signed(
        self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, *critical: x509.ExtensionType
    ) -> x509.Certificate:
        """With what RFC 5280 asks for, which newer versions of Python insist on."""
        now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
        serial = x509.random_serial_number()
        built = x509.CertificateBuilder(self._name, subject, key.public_key(), serial, now - day, now + day)
        own = x509.SubjectKeyIdentifier.from_public_key(key.public_key())
        signer = x509.AuthorityKeyIdentifier.from_issuer_public_key(self._key.public_key())
        built = built.add_extension(own, critical=False).add_extension(signer, critical=False)
        for extension in critical:
            built = built.add_extension(extension, critical=True)
        return built.sign(self._key, hashes.SHA256())


def _name(common: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, common)])
