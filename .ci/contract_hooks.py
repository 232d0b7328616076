"""Loaded by schemathesis (schemathesis.toml)."""

import functools
import json

import jsonschema_rs
import schemathesis
import yaml

NDJSON = "application/x-ndjson"


@schemathesis.hook
def map_body(context, body):
    """Writes 5.0 as 5. To JSON Schema both are integers; the API refuses the former."""
    if isinstance(body, float) and body.is_integer():
        return int(body)
    if isinstance(body, list):
        return [map_body(context, item) for item in body]
    if isinstance(body, dict):
        return {key: map_body(context, value) for key, value in body.items()}
    return body


@schemathesis.serializer(NDJSON)
def one_line(context, value):
    """An item as a line. Strings are sent as they are: examples are whole bodies, and a grid needs no quotes."""
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", errors="replace")


@functools.cache
def answer_validator():
    """The schema of one line of a response of /solve/batch."""
    with open("openapi.yaml", encoding="utf-8") as file:
        components = yaml.safe_load(file)["components"]
    return jsonschema_rs.Draft202012Validator({"$ref": "#/components/schemas/BatchAnswer", "components": components})


@schemathesis.check
def every_line_is_an_answer(ctx, response, case):
    """The documented schema of NDJSON is that of one line, which schemathesis itself does not check."""
    content_type = response.headers.get("content-type", [""])[0]
    if not content_type.startswith(NDJSON):
        return
    for line in filter(None, response.text.split("\n")):
        for error in answer_validator().iter_errors(json.loads(line)):
            raise AssertionError(f"{error.message} in {line}")
