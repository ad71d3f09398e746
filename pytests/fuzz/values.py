"""Arguments for every tool: what its schema allows, what it almost allows, and what nobody would send."""

from typing import Any

from hypothesis import strategies as st

Schema = dict[str, Any]
Values = st.SearchStrategy[Any]

ODD_NUMBERS = st.sampled_from([
    0, -0.0, -1, 1, 2**31, -(2**31) - 1, 2**53 + 1, 2**63, 2**64, -(2**63) - 1, 10**19, 1e308, -1e308, 5e-324, 0.1, 1.5,
    10.0, 1e22, 1e16,
])  # fmt: skip
WORDS = st.sampled_from([
    "", " ", "x", "OK", "7", "..", "/", "a/b.txt", "a.txt", "../x", "node_a3f2_w42", "node_", "1", "w42",
    "com.android.calculator2", "android.widget.Button",
    "com.android.externalstorage.documents/primary:Documents", "com.android.providers.downloads.documents/downloads",
    "http://127.0.0.1/", "https://a.b/c",
    "+491701234567", "\0", "\n", "\t", "é", "\u202e", "👩‍👩‍👧", "e\u0301", "\ufeff", "a" * 300, "日本語", "`", "${x}", "%s",
    "<b>", "]]>",
])  # fmt: skip
TEXTS = WORDS | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = ODD_NUMBERS | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False, allow_infinity=False) | st.just(10**400)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS


def _more(inner: Values) -> Values:
    return st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)


ANYTHING = st.recursive(SCALARS, _more, max_leaves=8)


def allowed(schema: Schema) -> Values:
    """Values that fit the schema."""
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if "anyOf" in schema:
        return st.one_of(*map(allowed, schema["anyOf"]))
    kind = schema.get("type")
    if kind == "integer":
        return _between(schema, st.integers(schema.get("minimum"), schema.get("maximum")))
    if kind == "number":
        numbers = st.floats(schema.get("minimum"), schema.get("maximum"), allow_nan=False, allow_infinity=False)
        return _between(schema, numbers | st.integers(0, 2400))
    if kind == "boolean":
        return st.booleans()
    if kind == "array":
        return st.lists(allowed(schema.get("items", {})), min_size=schema.get("minItems", 0), max_size=schema.get("maxItems", 4))
    if kind == "object":
        return _object(schema, allowed)
    if kind == "null":
        return st.none()
    return TEXTS if kind == "string" else ANYTHING


def _between(schema: Schema, numbers: Values) -> Values:
    edges = [schema[name] for name in ("minimum", "maximum") if name in schema]
    return numbers | st.sampled_from(edges) if edges else numbers


def almost(schema: Schema) -> Values:
    """Values one step beside the schema."""
    edges = [schema[name] + step for name, step in (("minimum", -1), ("maximum", 1), ("minimum", 0.5)) if name in schema]
    lengths = ["x" * (schema[name] + step) for name, step in (("maxLength", 1), ("minLength", -1)) if name in schema]
    beside = st.sampled_from([*edges, *lengths]) if edges or lengths else st.nothing()
    return beside | allowed(schema) | SCALARS


def _object(schema: Schema, values: Any) -> Values:
    properties, required = schema.get("properties", {}), schema.get("required", [])
    fixed = {name: values(kind) for name, kind in properties.items() if name in required}
    free = {name: values(kind) for name, kind in properties.items() if name not in required}
    return st.fixed_dictionaries(fixed, optional=free)


def arguments(schema: Schema) -> Values:
    beside = st.fixed_dictionaries({}, optional={name: almost(kind) for name, kind in schema.get("properties", {}).items()})
    return _object(schema, allowed) | _object(schema, almost) | beside | st.dictionaries(TEXTS, ANYTHING, max_size=3) | ANYTHING
