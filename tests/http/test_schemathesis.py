"""schemathesis asks every operation, in process, what the specification allows and what it does not.

Random ids and tokens would only ever meet 404, so every other call is led to a match that runs.
"""

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.config import (
    ChecksConfig,
    PositiveDataAcceptanceConfig,
    ProjectConfig,
    ProjectsConfig,
    SchemathesisConfig,
)
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import negative_data_rejection

from api import create_app
from api.config import Config
from tests.http.play import Table
from tests.http.test_spec import OPERATIONS

# A schema cannot say all that a position or a match has to be, so what fits it may still be refused.
_CONFIG = SchemathesisConfig(
    projects=ProjectsConfig(
        default=ProjectConfig(
            checks=ChecksConfig(
                positive_data_acceptance=PositiveDataAcceptanceConfig(
                    expected_statuses=["2xx", "304", "401", "403", "404", "409", "412", "422", "428"]
                )
            )
        )
    )
)


@pytest.fixture(scope="module")
def service():
    app = create_app(Config(database="sqlite://"))
    table = Table(app.test_client(), "maillot-jaune", 3)
    list(table.play(steps=5))
    yield schemathesis.openapi.from_wsgi("/openapi.json", app, config=_CONFIG), table
    app.extensions["boardkit"].database.close()


CASES = [
    pytest.param(name, mode, id=f"{name}-{mode.value}")
    for name, (_, _, operation) in sorted(OPERATIONS.items())
    for mode in GenerationMode
    # There is nothing to do wrong where nothing can be said.
    if mode is GenerationMode.POSITIVE or "parameters" in operation or "requestBody" in operation
]


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_an_operation_answers_as_documented(service, name, mode):
    schema, table = service
    path, method, _ = OPERATIONS[name]
    operation = schema[path][method.upper()]

    @settings(
        max_examples=40,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(
        case=operation.as_strategy(generation_mode=mode),
        seat=st.sampled_from([None, 0, 1, 2]),
        real=st.booleans(),
    )
    def ask(case, seat, real):
        headers, excluded = {}, []
        if real and "match" in case.path_parameters:
            case.path_parameters["match"] = table.id
            if seat is not None:
                headers = {"Authorization": f"Bearer {table.tokens[seat]}"}
            excluded = [negative_data_rejection]  # what was wrong may have been put right here
        case.call_and_validate(headers=headers, excluded_checks=excluded)

    ask()
