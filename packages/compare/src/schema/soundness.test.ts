import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareDocuments } from "../compare-documents.ts";
import { arbitrarySchemaPair, arbitraryValue, type Schema } from "../testing/arbitrary-schema.ts";
import { closeSchema } from "../testing/close-schema.ts";
import { makeBody } from "../testing/example-documents.ts";
import { compileSchema, isTrusted } from "../testing/validate-schema.ts";

// For more runs: LINTEL_PROPERTY_RUNS=20000.
const runs = Number(process.env["LINTEL_PROPERTY_RUNS"] ?? 300);

const values = [
  ...new Set(
    fc.sample(arbitraryValue, { numRuns: 400, seed: 7 }).map((value) => JSON.stringify(value)),
  ),
].map((text): unknown => JSON.parse(text));

/** Ajv has errors for some schemas with unevaluated members, which are therefore skipped. */
function isValid(check: (value: unknown) => boolean, value: unknown): boolean | null {
  try {
    return check(value);
  } catch (error) {
    if (error instanceof ReferenceError) return null;
    throw error;
  }
}

/** Values that the sender may send and the receiver refuses. */
function findRefused(sent: Schema, taken: Schema): unknown[] {
  const [isSent, isTaken] = [compileSchema(closeSchema(sent)), compileSchema(taken)];
  return values.filter(
    (value) => isValid(isSent, value) === true && isValid(isTaken, value) === false,
  );
}

describe("a change that is called safe", () => {
  it.each(["request", "response"] as const)(
    "never makes a validator refuse a %s that was valid before",
    (direction) => {
      let compared = 0;
      fc.assert(
        fc.property(arbitrarySchemaPair, ([before, after]) => {
          const [left, right] = [makeBody(before, direction), makeBody(after, direction)];
          if (compareDocuments(left, right).verdict !== "safe") return;
          if (!isTrusted(before) || !isTrusted(after)) return;
          compared += 1;
          const refused =
            direction === "request" ? findRefused(before, after) : findRefused(after, before);
          expect(refused).toEqual([]);
        }),
        { numRuns: runs },
      );
      // Without safe pairs the property would prove nothing.
      expect(compared).toBeGreaterThan(runs / 5);
    },
    600_000,
  );

  it("differs from one that refuses accepted values", () => {
    expect(findRefused({ type: "number" }, { type: "integer" })).toEqual([0.5]);
    expect(findRefused({ type: "integer" }, { type: "number" })).toEqual([]);
  });
});
