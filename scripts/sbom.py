"""The bill of materials: every entry of the lock files, as CycloneDX 1.6 JSON. Same lock files, same bytes.

`make sbom` writes it to `.build/sbom.cdx.json` and checks it against the standard's schema.
"""

import base64
import json
import re
import sys
import tomllib
import uuid
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
OUTPUT = ROOT / ".build" / "sbom.cdx.json"
PRODUCT, NPM = "requirements.txt", "package-lock.json"
TOOLS = ("requirements-dev.txt", "requirements-audit.txt")

_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)

Component = dict[str, Any]


def document(root: Path = ROOT) -> Component:
    """The bill as a JSON object. What is used only to build and test has the scope `excluded`."""
    components: dict[str, Component] = {}
    for file, scope in (*((file, "excluded") for file in TOOLS), (PRODUCT, "required")):
        components |= _python(root / file, scope)
    components |= _npm(root / NPM)
    listed = [components[ref] for ref in sorted(components)]
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(listed))}",
        "version": 1,
        "metadata": {
            "component": {
                "type": "application",
                "bom-ref": project["name"],
                "name": project["name"],
                "version": project["version"],
                "licenses": [{"expression": project["license"]}],
            }
        },
        "components": listed,
    }


def text(root: Path = ROOT) -> str:
    """The bill as it is kept in a file."""
    return json.dumps(document(root), indent=2) + "\n"


def _python(file: Path, scope: str) -> dict[str, Component]:
    """By package URL. The hashes in the file are of a version's several archives, and stay there."""
    found = _PINNED.findall(file.read_text())
    return dict(_component(f"pkg:pypi/{name.lower()}@{version}", name, version, scope) for name, version in found)


def _npm(file: Path) -> dict[str, Component]:
    components = {}
    for path, entry in json.loads(file.read_text())["packages"].items():
        if not path:  # the front end itself
            continue
        name, version = path.rpartition("node_modules/")[2], entry["version"]
        scope = "excluded" if entry.get("dev") or entry.get("devOptional") else "required"
        ref, component = _component(f"pkg:npm/{quote(name)}@{version}", name, version, scope)
        kind, _, digest = entry["integrity"].partition("-")
        component["hashes"] = [{"alg": kind.upper().replace("SHA", "SHA-"), "content": base64.b64decode(digest).hex()}]
        if license_ := entry.get("license"):
            component["licenses"] = [{"expression": license_}]
        components[ref] = component
    return components


def _component(ref: str, name: str, version: str, scope: str) -> tuple[str, Component]:
    return ref, {"type": "library", "bom-ref": ref, "name": name, "version": version, "scope": scope, "purl": ref}


def main() -> None:
    from cyclonedx.schema import SchemaVersion  # noqa: PLC0415 - of the environment that checks
    from cyclonedx.validation.json import JsonStrictValidator  # noqa: PLC0415

    bill = text()
    if (error := JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill)) is not None:
        sys.exit(f"The bill of materials is not valid CycloneDX: {error}")
    OUTPUT.write_text(bill)
    print(f"{OUTPUT.relative_to(ROOT)}: {len(document()['components'])} components")


if __name__ == "__main__":
    main()
