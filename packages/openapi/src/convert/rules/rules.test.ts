import type { OpenApiVersion } from "@lintel/contract/words/design";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "@lintel/json/value";
import { convertDocument } from "../convert-document.ts";
import type { ConversionRule, RuleExample } from "../model/rule.types.ts";
import { rules30, rules31 } from "../rule-table.ts";
import { placeObject, pointerOf, valueAt } from "../testing/place-object.ts";
import { stripKept } from "../testing/strip-kept.ts";

interface Row {
  readonly rule: ConversionRule;
  readonly example: RuleExample;
  readonly older: OpenApiVersion;
  readonly newer: OpenApiVersion;
}

const patches: Record<OpenApiVersion, string> = { "3.0": "3.0.4", "3.1": "3.1.2", "3.2": "3.2.0" };

const rowsOf = (rules: readonly ConversionRule[], older: OpenApiVersion, newer: OpenApiVersion) =>
  rules.flatMap((rule) => rule.examples.map((example): Row => ({ rule, example, older, newer })));

const rows = [...rowsOf(rules30, "3.0", "3.1"), ...rowsOf(rules31, "3.1", "3.2")];
const cases = rows.map(
  (row, at) => [`${row.rule.code} between ${row.older} and ${row.newer} (${at})`, row] as const,
);

const kindOf = ({ rule }: Row) => (rule.kinds === "every" ? "schema" : (rule.kinds[0] ?? "schema"));

/** Converts an object in its place to the other version and back. */
function convert(row: Row, object: JsonObject, from: OpenApiVersion, to: OpenApiVersion) {
  const kind = kindOf(row);
  const document = placeObject(object, kind, patches[from]);
  const text = JSON.stringify(document);
  const there = convertDocument(document, to);
  const back = convertDocument(there.document, from);
  expect(JSON.stringify(document)).toBe(text);
  return { document, there, back, found: valueAt(there.document, pointerOf(kind)) };
}

/** Kinds of which every test document has an object. */
const isShared = (row: Row) => ["document", "info", "components"].includes(kindOf(row));

/** The result at the object's place, without records. */
function expectSaid(row: Row, found: unknown, expected: JsonObject) {
  const said = stripKept(found as JsonObject);
  if (isShared(row)) {
    expect(said).toMatchObject(expected);
    const lost = Object.keys(row.example.newer).filter((name) => !Object.hasOwn(expected, name));
    if (row.example.ways === "down") for (const name of lost) expect(said).not.toHaveProperty(name);
  } else expect(said).toEqual(expected);
}

describe("every rule", () => {
  it("has a code, a summary, a section and examples of its own", () => {
    expect(rows.length).toBeGreaterThan(70);
    for (const rules of [rules30, rules31]) {
      const codes = rules.map(({ code }) => code);
      expect(new Set(codes).size).toBe(codes.length);
    }
    for (const { code, summary, spec, examples, down, up } of [...rules30, ...rules31]) {
      expect(code).toMatch(/^[A-Z0-9]+(_[A-Z0-9]+)*$/);
      expect(summary).toMatch(/^["A-Z0-9].*\.$/);
      expect(spec).toMatch(/^(?:OpenAPI 3\.[0-2]|JSON Schema (?:Core|Validation) 2020-12) §[\d.]+/);
      expect(examples.length).toBeGreaterThan(0);
      expect(down ?? up).toBeDefined();
    }
  });

  it.each(cases.filter(([, { example }]) => example.ways !== "up"))(
    "goes down as its example says, and comes back: %s",
    (_, row) => {
      const { document, there, back, found } = convert(
        row,
        row.example.newer,
        row.newer,
        row.older,
      );
      expectSaid(row, found, row.example.older);
      expect(JSON.stringify(back.document)).toBe(JSON.stringify(document));
      expect(there.warnings.map(({ code }) => code)).toContain(row.rule.code);
    },
  );

  it.each(cases.filter(([, { example }]) => example.ways !== "down"))(
    "goes up as its example says, and comes back: %s",
    (_, row) => {
      const { document, there, back, found } = convert(
        row,
        row.example.older,
        row.older,
        row.newer,
      );
      expectSaid(row, found, row.example.newer);
      expect(back.document).toEqual(document);
      expect(there.warnings.map(({ code }) => code)).toContain(row.rule.code);
    },
  );

  it.each(cases.filter(([, { example }]) => example.ways === undefined))(
    "needs to keep nothing where it is exact: %s",
    (_, row) => {
      const { there } = convert(row, row.example.newer, row.newer, row.older);
      const own = there.warnings.filter(({ code }) => code === row.rule.code);
      expect(own.map(({ keptIn, severity }) => [keptIn, severity])).toEqual([[null, "info"]]);
    },
  );

  it.each(cases)("reports where the original is kept: %s", (_, row) => {
    const { older, newer, example } = row;
    const [object, from, to] =
      example.ways === "up" ? [example.older, older, newer] : [example.newer, newer, older];
    const { document, there } = convert(row, object, from, to);
    for (const { pointer, keptIn, message } of there.warnings) {
      expect(valueAt(document, pointer)).toBeDefined();
      if (keptIn !== null) expect(valueAt(there.document, keptIn)).toBeDefined();
      expect(message).toMatch(/^["A-Z0-9].*\.$/);
    }
  });
});
