"""The descriptor of another app's Mobile MCP service: each capability becomes a tool, and what is not understood is named."""

from collections.abc import Iterator, Mapping

from ..device import FoundService, XmlElement
from ..schema import Schema
from . import kinds, schemas
from .found import Offered
from .untrusted import LONGEST_LABEL, Notes, Unusable, name, visible

VERSION = "1.0"
_ROOT = "mobile-mcp-capabilities"
_MOST = 100


def read(found: FoundService, notes: Notes) -> tuple[Offered, ...]:
    """The tools of a service; Unusable where its descriptor is none."""
    root = found.descriptor
    if root is None:
        raise Unusable(f"The descriptor cannot be read: {visible(found.problem or 'there is none', 200)}")
    if root.tag != _ROOT:
        raise Unusable(f"The descriptor is <{visible(root.tag, LONGEST_LABEL)}>, not <{_ROOT}>")
    _check_version(root, notes)
    for what, value in (("mobile.mcp.tool.name", found.name), ("mobile.mcp.tool.description", found.description)):
        if not value:
            notes.add(f"The service does not say its {what}")
    tools: dict[str, Offered] = {}
    for element in _children(root, "capability", notes):
        tool = _capability(element)
        if tool.own_name in tools:
            notes.add(f"The capability '{tool.own_name}' is there twice; the first counts")
        elif len(tools) < _MOST:
            tools[tool.own_name] = tool
    if not tools:
        raise Unusable("The descriptor has no capability")
    return tuple(tools.values())


def _check_version(root: XmlElement, notes: Notes) -> None:
    version = root.attributes.get("version")
    if version is None:
        notes.add("The descriptor does not say its version; it is read as 1.0")
    elif version.partition(".")[0] != VERSION.partition(".")[0]:
        raise Unusable(f"The descriptor is of version {visible(version, 20)}; {VERSION} is known")


def _capability(element: XmlElement) -> Offered:
    notes, about = Notes(), element.attributes
    version = visible(about.get("version", ""), 20)
    try:
        own_name = name(about.get("id"), "a capability")
        _expect(about, ("id", "description", "version"), own_name, notes)
        parts = list(_children(element, ("input", "output"), notes))
        into = _input([part for part in parts if part.tag == "input"], notes)
        out = _output([part for part in parts if part.tag == "output"], notes)
    except Unusable as error:
        return Offered(visible(about.get("id", ""), 64), version=version, notes=notes.all(), problem=str(error))
    description = visible(about.get("description", "")) or f"The capability {own_name}"
    return Offered(own_name, description, into, out, version, notes.all())


def _input(parts: list[XmlElement], notes: Notes) -> Schema:
    properties, required = {}, []
    for own_name, about in _params(parts, ("name", "type", "required", "description"), notes):
        properties[own_name] = _param(own_name, about, notes)
        wanted = about.get("required", "false").strip().lower()
        if wanted not in ("true", "false"):
            notes.add(f"'{own_name}' is required=\"{wanted}\", which is neither true nor false; it is taken as optional")
        if wanted == "true":
            required.append(own_name)
    return schemas.of_object(properties, required)


def _output(parts: list[XmlElement], notes: Notes) -> Schema | None:
    """Nothing in it is required: the document has no word for that."""
    described = {each: _param(each, about, notes) for each, about in _params(parts, ("name", "type", "description"), notes)}
    return schemas.of_object(described) if described else None


def _params(parts: list[XmlElement], expected: tuple[str, ...], notes: Notes) -> Iterator[tuple[str, Mapping[str, str]]]:
    seen = set()
    for part in parts:
        for element in _children(part, "param", notes):
            own_name = name(element.attributes.get("name"), f"a parameter of <{part.tag}>")
            if own_name in seen:
                notes.add(f"'{own_name}' is there twice; the first counts")
                continue
            seen.add(own_name)
            _expect(element.attributes, expected, own_name, notes)
            yield own_name, element.attributes


def _param(own_name: str, about: Mapping[str, str], notes: Notes) -> Schema:
    kind = about.get("type", "")
    schema = kinds.schema_of(kind)
    if schema is None:
        notes.add(f"'{own_name}' is of an unknown type, {kind or 'none'}; it is taken as text")
        schema = {"type": "string"}
    description = visible(about.get("description", ""), 300)
    return schema | ({"description": description} if description else {})


def _expect(attributes: Mapping[str, str], expected: tuple[str, ...], what: str, notes: Notes) -> None:
    for attribute in expected:
        if attribute not in attributes:
            notes.add(f"'{what}' does not say its {attribute}")
    for attribute in attributes:
        if attribute not in expected:
            notes.add(f"'{attribute}' of '{what}' is ignored")


def _children(element: XmlElement, tags: str | tuple[str, ...], notes: Notes) -> Iterator[XmlElement]:
    known = (tags,) if isinstance(tags, str) else tags
    for child in element.children:
        if child.tag in known:
            yield child
        else:
            notes.add(f"<{child.tag}> in <{element.tag}> is ignored")
