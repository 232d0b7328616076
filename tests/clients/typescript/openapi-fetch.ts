// Through openapi-fetch with the types that openapi-typescript generates.

import assert from "node:assert/strict";

import createClient from "openapi-fetch";

import { CONFLICTING, PUZZLE, SOLUTION, UNSOLVABLE, cells, lines, matrix, rows, serverUrl, unreachable } from "./grids.js";
import type { components, paths } from "./generated/schema.js";

type Schemas = components["schemas"];

const baseUrl = serverUrl();
const client = createClient<paths>({ baseUrl });

/** What to tell a player. A case for each type of problem: without one of them this does not compile. */
function explain(problem: Schemas["Problem"]): string {
    switch (problem.type) {
        case "/problems/conflicting-givens":
            return problem.conflicts.map(({ house, digit, cells }) => `${digit} in ${house}: ${cells}`).join("; ");
        case "/problems/unsolvable":
            return because(problem.reason);
        case "/problems/malformed-grid":
        case "/problems/invalid-parameter":
            return problem.errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ");
        case "/problems/malformed-request":
        case "/problems/malformed-body":
        case "/problems/not-found":
        case "/problems/method-not-allowed":
        case "/problems/not-acceptable":
        case "/problems/request-timeout":
        case "/problems/payload-too-large":
        case "/problems/unsupported-media-type":
        case "/problems/too-many-headers":
        case "/problems/internal-error":
        case "/problems/not-implemented":
        case "/problems/draining":
        case "/problems/overloaded":
        case "/problems/search-budget-exceeded":
            return problem.detail;
        default:
            return unreachable(problem);
    }
}

function because(reason: Schemas["Reason"]): string {
    switch (reason.kind) {
        case "cell-without-candidates":
            return `nothing fits into ${reason.cell}`;
        case "digit-without-place":
            return `${reason.digit} fits nowhere in ${reason.house}`;
        case "refuted-by-search":
            return "every possibility was tried";
        default:
            return unreachable(reason);
    }
}

async function solves(grid: Schemas["Grid"], solution: Schemas["SolutionGrid"]): Promise<void> {
    for (const body of [grid, { grid }, { sudoku: grid }]) {
        const { data } = await client.POST("/solve", { body });
        assert.deepEqual(data, { solution, unique: true });
    }
}

await solves(PUZZLE, SOLUTION);
await solves(rows(PUZZLE), rows(SOLUTION));
await solves(cells(PUZZLE), cells(SOLUTION));
await solves(matrix(PUZZLE), matrix(SOLUTION) as number[][]);

// @ts-expect-error: a number is no grid.
const refused = await client.POST("/solve", { body: { grid: 5 } });
assert.equal(refused.response.status, 400);
assert.ok(refused.error !== undefined);
assert.equal(refused.error.type, "/problems/malformed-grid");
assert.match(explain(refused.error), /^#\/grid: /);

const conflicting = await client.POST("/solve", { body: { grid: CONFLICTING } });
assert.ok(conflicting.error?.type === "/problems/conflicting-givens");
assert.deepEqual(conflicting.error.conflicts[0], { house: "row 1", digit: 5, cells: ["r1c1", "r1c6"] });
assert.match(conflicting.error.instance ?? "", /^\/requests\//);

const unsolvable = await client.POST("/solve", { body: { grid: UNSOLVABLE } });
assert.ok(unsolvable.error !== undefined);
assert.equal(explain(unsolvable.error), "nothing fits into r1c1");

const counted = await client.POST("/count", { body: { grid: ".".repeat(81), limit: 3, solutions: 2 } });
assert.deepEqual([counted.data?.count, counted.data?.exact, counted.data?.solutions.length], [3, false, 2]);
const one = await client.POST("/count", { body: { grid: PUZZLE } });
assert.deepEqual(one.data, { count: 1, exact: true, solutions: [] });

const wrong = PUZZLE.replace("53.", "539");
const validated = await client.POST("/validate", { body: { grid: wrong, puzzle: PUZZLE } });
assert.ok(validated.data !== undefined);
const verdict: "unique" | "multiple" | "unsolvable" | "conflict" = validated.data.verdict;
assert.deepEqual([verdict, validated.data.wrong_cells], ["conflict", ["r1c3"]]);

const page = await client.GET("/problems/{kind}", { params: { path: { kind: "unsolvable" } }, parseAs: "text" });
assert.match(page.data ?? "", /^<!doctype html>/);

// A batch: one item a line, one answer a line.
const items: Schemas["BatchItem"][] = [{ id: "a", grid: PUZZLE }, rows(PUZZLE), { id: 7, board: UNSOLVABLE }, "hello"];
const response = await fetch(new URL("/solve/batch", baseUrl), {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: items.map((item) => `${JSON.stringify(item)}\n`).join(""),
});
assert.ok(response.ok && response.body !== null);
const answers: Schemas["BatchAnswer"][] = [];
for await (const line of lines(response.body)) {
    answers.push(JSON.parse(line) as Schemas["BatchAnswer"]);
}
const told = answers.map((answer) => ("error" in answer ? explain(answer.error) : answer.solution));
assert.deepEqual(answers.map(({ index, id }) => [index, id]), [[0, "a"], [1, undefined], [2, 7], [3, undefined]]);
assert.deepEqual(told.slice(0, 3), [SOLUTION, rows(SOLUTION), "nothing fits into r1c1"]);
assert.match(String(told[3]), /81 cells/);

console.log("openapi-typescript: ok");
