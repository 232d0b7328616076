// Through the client that @hey-api/openapi-ts generates.

import assert from "node:assert/strict";

import { client } from "./generated/hey-api/client.gen.js";
import { count, openapiJson, solve, solveBatch, validate } from "./generated/hey-api/sdk.gen.js";
import type { BatchAnswer, BatchItem, Grid, Problem, SolutionGrid } from "./generated/hey-api/types.gen.js";
import { CONFLICTING, PUZZLE, SOLUTION, UNSOLVABLE, cells, lines, matrix, rows, serverUrl } from "./grids.js";

client.setConfig({ baseUrl: serverUrl() });

async function solves(grid: Grid, solution: SolutionGrid): Promise<void> {
    const { data } = await solve({ body: { grid } });
    assert.deepEqual(data, { solution, unique: true });
}

await solves(PUZZLE, SOLUTION);
await solves(rows(PUZZLE), rows(SOLUTION));
await solves(cells(PUZZLE), cells(SOLUTION));
await solves(matrix(PUZZLE), matrix(SOLUTION) as number[][]);

/** The cells that a problem names. */
function cellsOf(problem: Problem): string[] {
    switch (problem.type) {
        case "/problems/conflicting-givens":
            return problem.conflicts.flatMap(({ cells }) => cells);
        case "/problems/unsolvable":
            return problem.reason.kind === "cell-without-candidates" ? [problem.reason.cell] : [];
        case "/problems/malformed-grid":
            return problem.errors.flatMap(({ cell }) => cell ?? []);
        default:
            return [];
    }
}

const refusals: [string, Problem["type"], string[]][] = [
    [CONFLICTING, "/problems/conflicting-givens", ["r1c1", "r1c6", "r1c6", "r2c6", "r1c6", "r2c6"]],
    [UNSOLVABLE, "/problems/unsolvable", ["r1c1"]],
    [PUZZLE.replace("53.", "53A"), "/problems/malformed-grid", ["r1c3"]],
];
for (const [grid, type, cells] of refusals) {
    const { error } = await solve({ body: grid });
    assert.ok(error !== undefined);
    assert.deepEqual([error.type, cellsOf(error)], [type, cells]);
}

const counted = await count({ body: { grid: ".".repeat(81), limit: 3 } });
assert.deepEqual(counted.data, { count: 3, exact: false, solutions: [] });
const validated = await validate({ body: PUZZLE });
assert.deepEqual(validated.data, { verdict: "unique", complete: false, conflicts: [] });
const contract = await openapiJson();
assert.equal(contract.data?.["openapi"], "3.1.0");

const items: BatchItem[] = [{ id: "a", grid: PUZZLE }, { id: "b", grid: CONFLICTING }];
const { response } = await solveBatch({ body: items, parseAs: "stream" });
assert.ok(response?.body);
const answers: BatchAnswer[] = [];
for await (const line of lines(response.body)) {
    answers.push(JSON.parse(line) as BatchAnswer);
}
const told = answers.map((answer) => ("error" in answer ? [answer.id, answer.error.type] : [answer.id, answer.solution]));
assert.deepEqual(told, [["a", SOLUTION], ["b", "/problems/conflicting-givens"]]);

console.log("@hey-api/openapi-ts: ok");
