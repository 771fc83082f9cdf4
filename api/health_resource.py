"""Whether the service lives."""

from __future__ import annotations

from api.operations import Resource
from api.schemas import HealthSchema

resource = Resource("service", __name__, description="The service itself.")


@resource.operation("GET", "/healthz", answer=HealthSchema, says="The service lives.")
def get_health() -> dict[str, str]:
    """Say that the service lives.

    Answers at once and looks at nothing, not even at the database.
    """
    return {"status": "ok"}
