// Grids and their answers, and what both programs need besides their client.

export const PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
export const SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
/** A second 5 in row 1. */
export const CONFLICTING = "53..75...6..1.5....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/** No digit fits into r1c1. */
export const UNSOLVABLE = ".876543212........3........4........5........6........7........8........9........";

/** Nine strings of a line of 81 cells. */
export function rows(line: string): string[] {
    return Array.from({ length: 9 }, (_, row) => line.slice(9 * row, 9 * row + 9));
}

/** The 81 cells of a line as numbers, 0 for a blank. */
export function cells(line: string): number[] {
    return Array.from(line, (cell) => (cell === "." ? 0 : Number(cell)));
}

/** Nine arrays of nine cells of a line; null for a blank. */
export function matrix(line: string): (number | null)[][] {
    return rows(line).map((row) => cells(row).map((cell) => cell || null));
}

/** The base URL of the server, which is the program's only argument. */
export function serverUrl(): string {
    const url = process.argv[2];
    if (url === undefined) {
        throw new Error("usage: node PROGRAM URL");
    }
    return url;
}

/** The lines of a body while it arrives. */
export async function* lines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
    let rest = "";
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const complete = (rest + decoder.decode(part.value, { stream: true })).split("\n");
        rest = complete.pop() ?? "";
        yield* complete;
    }
    if (rest !== "") {
        throw new Error(`the body ends within a line: ${rest}`);
    }
}

/** Fails to compile if a case of a union was left out. */
export function unreachable(left: never): never {
    throw new Error(`not in the contract: ${JSON.stringify(left)}`);
}
