import { describe, expect, it } from "vitest";
import { describeTool, toolOperations } from "../tools.ts";

type Schema = Readonly<Record<string, unknown>>;

/** The locations of schemas that enumerate values without a type. */
function listUntyped(schema: unknown, place: string): string[] {
  if (Array.isArray(schema))
    return schema.flatMap((each, at) => listUntyped(each, `${place}/${at}`));
  if (typeof schema !== "object" || schema === null) return [];
  const { type, enum: values, const: only, properties, ...rest } = schema as Schema;
  const isUntyped = type === undefined && (Array.isArray(values) || only !== undefined);
  return [
    ...(isUntyped ? [place] : []),
    ...Object.entries((properties ?? {}) as Schema).flatMap(([name, field]) =>
      listUntyped(field, `${place}/${name}`),
    ),
    ...Object.entries(rest).flatMap(([name, value]) => listUntyped(value, `${place}/${name}`)),
  ];
}

describe("the definition of a tool", () => {
  it("names the type of every enumeration that a call takes", () => {
    const tools = toolOperations.map(describeTool);
    const untyped = tools.flatMap(({ name, inputSchema }) => listUntyped(inputSchema, name));
    expect(tools.length).toBeGreaterThan(100);
    expect(untyped).toEqual([]);
  });
});
