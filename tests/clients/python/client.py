"""Calls a running server through the client that openapi-python-client generates; `bash .ci/clients` runs it.

usage: python client.py URL
"""

import importlib
import json
import pkgutil
import sys
from collections.abc import Iterator
from typing import assert_never

import httpx
import sudoku_client
from sudoku_client import Client, models
from sudoku_client.api.grids import count, solve, solve_batch, validate
from sudoku_client.api.reference import openapi_json

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CONFLICTING = "53..75...6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
UNSOLVABLE = ".876543212........3........4........5........6........7........8........9........"

Grid = str | list[str] | list[list[int | str]] | list[list[int | None | str]] | list[int | str] | list[int | None | str]
BatchProblem = (
    models.MalformedBodyProblem
    | models.MalformedGridProblem
    | models.InvalidParameterProblem
    | models.PayloadTooLargeProblem
    | models.ConflictingGivensProblem
    | models.UnsolvableProblem
    | models.SearchBudgetExceededProblem
)


def rows(line: str) -> list[str]:
    return [line[row : row + 9] for row in range(0, 81, 9)]


def cells(line: str) -> list[int | str]:
    return [0 if cell == "." else int(cell) for cell in line]


def matrix(line: str) -> list[list[int | None | str]]:
    return [[None if cell == "." else int(cell) for cell in row] for row in rows(line)]


def every_module_loads_and_every_schema_has_a_class(client: Client) -> None:
    """The generator leaves out what it cannot express, with a warning, or writes a module that does not load."""
    for module in pkgutil.walk_packages(sudoku_client.__path__, "sudoku_client."):
        importlib.import_module(module.name)
    contract = openapi_json.sync(client=client)
    assert isinstance(contract, models.OpenapiJsonResponse200)
    schemas = contract["components"]["schemas"]
    named = [name for name, schema in schemas.items() if schema.get("type") == "object" or "enum" in schema]
    assert len(named) > 25, named
    missing = [name for name in named if not hasattr(models, name)]
    assert not missing, missing


def every_form_of_a_grid_is_solved(client: Client) -> None:
    forms: list[tuple[Grid, object]] = [
        (PUZZLE, SOLUTION),
        (rows(PUZZLE), rows(SOLUTION)),
        (cells(PUZZLE), cells(SOLUTION)),
        (matrix(PUZZLE), matrix(SOLUTION)),
    ]
    for grid, solution in forms:
        for body in (grid, models.GridUnderAnyName(grid=grid), models.GridUnderAnyName(board=grid)):
            solved = solve.sync(client=client, body=body)
            assert isinstance(solved, models.Solved), solved
            assert (solved.solution, solved.unique) == (solution, True)


def refusals_are_classes_of_their_own(client: Client) -> None:
    conflicting = solve.sync(client=client, body=CONFLICTING)
    assert isinstance(conflicting, models.ConflictingGivensProblem), conflicting
    assert conflicting.type_ == "/problems/conflicting-givens"
    assert conflicting.conflicts[0] == models.Conflict(house="row 1", digit=5, cells=["r1c1", "r1c6"])
    unsolvable = solve.sync(client=client, body=UNSOLVABLE)
    assert isinstance(unsolvable, models.UnsolvableProblem), unsolvable
    assert unsolvable.reason == models.CellWithoutCandidates(kind="cell-without-candidates", cell="r1c1")
    malformed = solve.sync(client=client, body="hello")
    assert isinstance(malformed, models.MalformedGridProblem), malformed
    assert malformed.errors[0].pointer == "#"
    limit = count.sync(client=client, body=models.CountRequest(grid=PUZZLE, limit=0))
    assert isinstance(limit, models.InvalidParameterProblem), limit
    assert limit.errors[0].pointer == "#/limit"


def grids_are_counted_and_validated(client: Client) -> None:
    counted = count.sync(client=client, body=models.CountRequest(grid="." * 81, limit=3, solutions=2))
    assert isinstance(counted, models.Counted), counted
    assert (counted.count, counted.exact, len(counted.solutions)) == (3, False, 2)
    one = count.sync(client=client, body=models.CountRequest(grid=PUZZLE))
    assert one == models.Counted(count=1, exact=True, solutions=[]), one
    wrong = PUZZLE.replace("53.", "539")
    validated = validate.sync(client=client, body=models.ValidateRequest(grid=wrong, puzzle=PUZZLE))
    assert isinstance(validated, models.Validated), validated
    assert (validated.verdict, validated.wrong_cells) == (models.Verdict.CONFLICT, ["r1c3"])


def explain(problem: BatchProblem) -> str:
    """What to tell a player: a branch for each class."""
    match problem:
        case models.ConflictingGivensProblem():
            return problem.conflicts[0].house
        case models.UnsolvableProblem(reason=models.CellWithoutCandidates(cell=cell)):
            return f"nothing fits into {cell}"
        case models.MalformedGridProblem() | models.InvalidParameterProblem():
            return problem.errors[0].detail
        case (
            models.UnsolvableProblem()
            | models.MalformedBodyProblem()
            | models.PayloadTooLargeProblem()
            | models.SearchBudgetExceededProblem()
        ):
            return problem.detail
        case _:
            assert_never(problem)


def read_answer(line: str) -> models.BatchSolved | models.BatchRefused:
    answer = json.loads(line)
    return models.BatchRefused.from_dict(answer) if "error" in answer else models.BatchSolved.from_dict(answer)


def a_batch_is_sent_and_read_in_lines(client: Client, url: str) -> None:
    items = [models.BatchGrid(id="a", grid=PUZZLE), models.BatchGrid(id=7, board=UNSOLVABLE)]
    items += [models.BatchGrid(id="c", grid=CONFLICTING), models.BatchGrid(grid=rows(PUZZLE))]
    expected = [("a", SOLUTION), (7, "nothing fits into r1c1"), ("c", "row 1"), (None, rows(SOLUTION))]

    def lines() -> Iterator[bytes]:
        for item in items:
            yield json.dumps(item.to_dict()).encode() + b"\n"

    headers = {"content-type": "application/x-ndjson"}
    with httpx.stream("POST", f"{url}/solve/batch", content=lines(), headers=headers) as response:
        answers = [read_answer(line) for line in response.iter_lines()]
    assert [answer.index for answer in answers] == [0, 1, 2, 3]
    assert [told(answer) for answer in answers] == expected, answers

    # The generated operation sends an array, and returns the lines as text.
    text = solve_batch.sync(client=client, body=list(items))
    assert isinstance(text, str), text
    assert [told(read_answer(line)) for line in text.splitlines()] == expected, text


def told(answer: models.BatchSolved | models.BatchRefused) -> tuple[object, object]:
    name = answer.id or None
    return name, answer.solution if isinstance(answer, models.BatchSolved) else explain(answer.error)


def main() -> None:
    url = sys.argv[1]
    client = Client(base_url=url, raise_on_unexpected_status=True)
    every_module_loads_and_every_schema_has_a_class(client)
    every_form_of_a_grid_is_solved(client)
    refusals_are_classes_of_their_own(client)
    grids_are_counted_and_validated(client)
    a_batch_is_sent_and_read_in_lines(client, url)
    print("openapi-python-client: ok")


main()
