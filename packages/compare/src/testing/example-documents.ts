import type { Direction } from "../model/result.types.ts";
import type { Rule } from "../model/rule.types.ts";

/** A document of 3.2 with the given members. */
export function makeDocument(members: object): unknown {
  return { openapi: "3.2.0", info: { title: "T", version: "1" }, ...members };
}

/** A document whose one operation is `POST /things` with the given members. */
export function makeOperation(members: object, rest: object = {}): unknown {
  const responses = { "200": { description: "It" } };
  return makeDocument({ paths: { "/things": { post: { responses, ...members } } }, ...rest });
}

/** A document whose one operation accepts or returns JSON of a schema. */
export function makeBody(schema: unknown, direction: Direction, rest: object = {}): unknown {
  const content = { "application/json": { schema } };
  return direction === "request"
    ? makeOperation({ requestBody: { content } }, rest)
    : makeOperation({ responses: { "200": { description: "It", content } } }, rest);
}

/** The two documents of a rule's example. */
export function makeExample(rule: Rule, direction: Direction): readonly [unknown, unknown] {
  const { of, before, after } = rule.example;
  const make = (value: unknown): unknown => {
    if (of === "schema") return makeBody(value, direction);
    return of === "operation" ? makeOperation(value as object) : makeDocument(value as object);
  };
  return [make(before), make(after)];
}
