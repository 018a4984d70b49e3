"""A page as a crawler reads it: its head, its words, its structured data."""

import json
from html.parser import HTMLParser


class Read(HTMLParser):
    """`metas` by name or property, `links` by rel, `title`, `graph`: the nodes of the structured data."""

    def __init__(self, html):
        super().__init__()
        self.metas, self.links, self.title, self.tags, self.words = {}, {}, "", [], []
        self._open, self._data = None, ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attributes):
        found = dict(attributes)
        self.tags.append(tag)
        if tag == "meta":
            self.metas.setdefault(found.get("name") or found.get("property"), []).append(found.get("content"))
        if tag == "link":
            self.links.setdefault(found["rel"], []).append(found)
        self._open = found.get("type") if tag == "script" else tag

    def handle_endtag(self, _tag):
        self._open = None

    def handle_data(self, data):
        if self._open == "title":
            self.title += data
        elif self._open == "application/ld+json":
            self._data += data
        elif self._open not in ("application/json", "style", None):
            self.words += data.split()

    @property
    def graph(self):
        found = json.loads(self._data)
        assert found["@context"] == "https://schema.org"
        return found["@graph"]

    def nodes(self, kind):
        """Every node of a kind, however deep it stands."""
        return [node for node in _all(self.graph) if node.get("@type") == kind]


def _all(value):
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from _all(part)
