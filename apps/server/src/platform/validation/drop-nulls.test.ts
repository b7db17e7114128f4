import Type from "typebox";
import { describe, expect, it } from "vitest";
import { dropNulls } from "./drop-nulls.ts";

const schema = Type.Object({
  name: Type.String(),
  icon: Type.Optional(Type.String()),
  parent: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  value: Type.Optional(Type.Unknown()),
  kind: Type.Optional(Type.Enum(["a", "b"])),
  headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  body: Type.Optional(
    Type.Union([
      Type.Object({ type: Type.Literal("json"), note: Type.Optional(Type.String()) }),
      Type.Object({ type: Type.Literal("form"), note: Type.Null() }),
    ]),
  ),
  rows: Type.Optional(Type.Array(Type.Object({ at: Type.Optional(Type.Integer()) }))),
});

const drop = (value: unknown): unknown => {
  dropNulls(schema, value);
  return value;
};

describe("null", () => {
  it("is absence where a field is optional and cannot be null", () => {
    expect(drop({ name: "n", icon: null, kind: null, rows: null })).toEqual({ name: "n" });
    expect(drop({ rows: [{ at: null }, { at: 1 }] })).toEqual({ rows: [{}, { at: 1 }] });
    expect(drop({ body: { type: "json", note: null } })).toEqual({ body: { type: "json" } });
  });

  it("stays where it is a value, where the field is required, and where nothing is known", () => {
    const kept = [
      { name: null },
      { parent: null },
      { value: null },
      { headers: { a: null } },
      { body: { type: "form", note: null } },
      { unknown: null },
      { rows: [null] },
      null,
    ];
    for (const value of kept) expect(drop(structuredClone(value))).toEqual(value);
  });
});
