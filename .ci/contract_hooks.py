"""Loaded by schemathesis (schemathesis.toml)."""

import schemathesis


@schemathesis.hook
def map_body(context, body):
    """Writes 5.0 as 5. To JSON Schema both are integers, and no schema can tell them apart; the API refuses the former."""
    if isinstance(body, float) and body.is_integer():
        return int(body)
    if isinstance(body, list):
        return [map_body(context, item) for item in body]
    if isinstance(body, dict):
        return {key: map_body(context, value) for key, value in body.items()}
    return body


@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    """The contract has such a body as text, lines and all."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", errors="replace")
