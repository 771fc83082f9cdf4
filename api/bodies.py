"""Reading requests: JSON bodies and queries, every fault named with a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import marshmallow as ma
import msgspec
from flask import Request
from webargs import core
from webargs.flaskparser import FlaskParser

from api.fields import FaultList
from api.problems import Fault, Problem

__all__ = ["BodyParser", "read_json"]

_SAFE = 2**53


def _number(text: str) -> int | float:
    """Read a JSON number with a point or an exponent: to JSON, 3.0 is the integer 3."""
    value = float(text)
    return int(value) if value.is_integer() and abs(value) <= _SAFE else value


_decoder = msgspec.json.Decoder(float_hook=_number)


def read_json(data: bytes) -> Any:
    """Read JSON.

    Raises:
        Problem: 400, with what is wrong and where.
    """
    try:
        return _decoder.decode(data)
    except (msgspec.MsgspecError, UnicodeError, ValueError) as error:
        raise Problem("bad-json", str(error)[:200]) from None
    except RecursionError:
        raise Problem("bad-json", "nested too deeply") from None


class BodyParser(FlaskParser):
    """webargs' parser with the refusals of this service."""

    # An unknown parameter is more often a typing error than a wish.
    DEFAULT_UNKNOWN_BY_LOCATION = {  # noqa: RUF012  webargs declares it so
        **FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION,
        "query": ma.RAISE,
    }

    def load_json(self, req: Request, schema: ma.Schema) -> Any:  # noqa: ARG002  webargs' signature
        """Return the JSON body of ``req``."""
        if not core.is_json(req.mimetype):
            raise Problem(
                "not-json", "send the body as application/json", headers={"Accept": "application/json"}
            )
        return read_json(req.get_data(cache=True))

    def handle_error(
        self,
        error: ma.ValidationError,
        req: Request,  # noqa: ARG002  webargs' signature
        schema: ma.Schema,  # noqa: ARG002  webargs' signature
        *,
        error_status_code: int | None,  # noqa: ARG002  webargs' signature
        error_headers: Mapping[str, str] | None,  # noqa: ARG002  webargs' signature
    ) -> NoReturn:
        """Turn the messages of a schema into a refusal."""
        messages: Any = error.messages
        ((location, nested),) = messages.items()
        coded = list(_faults("", nested))
        faults = [fault for _, fault in coded]
        if location != "json":
            faults = [Fault(fault.pointer.removeprefix("/"), fault.detail) for fault in faults]
            raise Problem("invalid-query", faults[0].detail, errors=faults)
        codes = {code for code, _ in coded}
        code = codes.pop() if len(codes) == 1 else "invalid-body"
        first = faults[0]
        detail = f"{first.pointer}: {first.detail}" if first.pointer else first.detail
        raise Problem(code, detail, errors=faults)


def _faults(pointer: str, messages: Any) -> Iterator[tuple[str, Fault]]:
    if isinstance(messages, FaultList):
        for fault in messages.faults:
            yield messages.code, Fault(pointer + fault.pointer, fault.detail)
    elif isinstance(messages, dict):
        for key, inner in messages.items():
            step = "" if key == "_schema" else "/" + str(key).replace("~", "~0").replace("/", "~1")
            yield from _faults(pointer + step, inner)
    elif isinstance(messages, list):
        for message in messages:
            yield from _faults(pointer, message)
    else:
        yield "invalid-body", Fault(pointer, str(messages))
