import { openApiVersions } from "@lintel/contract/words/design";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@lintel/json/value";
import { Problem } from "../../platform/problem.ts";
import { writeSample } from "./example-edits.ts";
import { readExample, readSerialized } from "./schema-fields.ts";

const nothing = { example: undefined, serialized: undefined };

describe("writing a sample", () => {
  it("keeps other examples, and what else the entry says", () => {
    const entry = { summary: "One", serializedValue: "a" };
    const before = { example: null, rest: { examples: { one: entry, two: { value: 2 } } } };
    expect(writeSample(before, { example: 5, serialized: "5" }, "3.2")).toEqual({
      example: null,
      rest: {
        examples: {
          one: { summary: "One", dataValue: 5, serializedValue: "5" },
          two: { value: 2 },
        },
      },
    });
    expect(writeSample(before, nothing, "3.2")).toEqual({
      example: null,
      rest: { examples: { two: { value: 2 } } },
    });
  });

  it("is added next to an entry of its name that is a reference", () => {
    const before = { example: null, rest: { examples: { example: { $ref: "#/a" } } } };
    expect(writeSample(before, { ...nothing, example: 5 }, "3.0").rest).toEqual({
      examples: { example: { $ref: "#/a" }, "example-2": { value: 5 } },
    });
  });

  it("keeps a sample that is null", () => {
    const blank = { example: null, rest: null };
    const written = writeSample(blank, { ...nothing, example: null }, "3.1");
    expect(written).toEqual({ example: null, rest: { example: null } });
    expect(writeSample(written, nothing, "3.1")).toEqual(blank);
  });

  it("refuses to hide examples of another shape", () => {
    const before = { example: null, rest: { examples: [1] } };
    const write = () => writeSample(before, { ...nothing, example: 5 }, "3.1");
    expect(write).toThrow(Problem);
    expect(writeSample(before, nothing, "3.1")).toEqual(before);
  });

  it("is read back as it was written, next to any other members, and never with both members", () => {
    const anyValue = fc.oneof(fc.integer(), fc.string(), fc.constant({ a: [1] }));
    const anyEntry = fc.record(
      { summary: fc.string(), value: anyValue, dataValue: anyValue, serializedValue: fc.string() },
      { requiredKeys: [] },
    );
    const anyName = fc.constantFrom("example", "example-2", "a", "__proto__");
    const anyExamples = fc.dictionary(anyName, anyEntry as fc.Arbitrary<JsonObject>);
    const anyBefore = fc.record({
      example: fc.option(anyValue),
      examples: fc.option(anyExamples),
    });
    const anySample = fc.record({
      example: fc.option(anyValue, { nil: undefined }),
      serialized: fc.option(fc.string(), { nil: undefined }),
    });
    fc.assert(
      fc.property(
        anyBefore,
        anySample,
        fc.constantFrom(...openApiVersions),
        ({ example, examples }, sample, version) => {
          const rest = examples === null ? { "x-a": 1 } : { "x-a": 1, examples };
          const after = writeSample({ example, rest }, sample, version);
          expect(after.rest).toMatchObject({ "x-a": 1 });
          const isBoth = after.example !== null && Object.hasOwn(after.rest ?? {}, "examples");
          expect(isBoth).toBe(false);
          const isGiven = sample.example !== undefined || sample.serialized !== undefined;
          if (!isGiven) return;
          const found: Json = readExample(after.example, after.rest);
          expect([found, readSerialized(after.rest)]).toEqual([
            sample.example ?? null,
            sample.serialized ?? null,
          ]);
        },
      ),
      { numRuns: 500 },
    );
  });
});
