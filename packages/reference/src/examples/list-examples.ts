import { follow } from "@lintel/openapi/view";
import { isObject, listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import type { ReferencePlan } from "../plan/reference.types.ts";
import type { Direction } from "../schema/schema-context.ts";
import { readStatus, setStatus } from "./set-status.ts";
import { isSequential, writeBody } from "./write-body.ts";
import { makeExample } from "./make-example.ts";

export interface Example {
  readonly title: string;
  readonly description: string | null;
  /** As sent; null if the example is an external URL. */
  readonly text: string | null;
  readonly value: unknown;
  readonly address: string | null;
}

/** Maximum number of shown characters of an example. */
const maxTextLength = 12_000;
/** Maximum number of shown examples of one content. */
const maxExamples = 8;

export function clip(text: string): string {
  if (text.length <= maxTextLength) return text;
  return `${text.slice(0, maxTextLength).toWellFormed()}\n…`;
}

/** The value of an Example Object (§4.19): `dataValue` and `serializedValue` are new in 3.2. */
export function readExample(
  plan: ReferencePlan,
  title: string,
  place: Place,
  write: (value: unknown) => string | null,
): Example {
  const { value: example } = follow(plan.view, place);
  const [data, old] = [memberOf(example, "dataValue"), memberOf(example, "value")];
  const value = data === undefined ? old : data;
  const serialized = textOf(memberOf(example, "serializedValue"));
  return {
    title: textOf(memberOf(example, "summary")) ?? title,
    description: textOf(memberOf(example, "description")),
    value: value ?? serialized,
    text: serialized ?? (value === undefined ? null : write(value)),
    address: textOf(memberOf(example, "externalValue")),
  };
}

/** The schema of the whole content; for a sequence, the schema of one item in a list. */
export const contentSchema = (mediaType: unknown): unknown => {
  const schema = memberOf(mediaType, "schema");
  const items = memberOf(mediaType, "itemSchema");
  return schema === undefined && items !== undefined ? { type: "array", items } : schema;
};

/**
 * The examples of a content in the document, or one made from its schema.
 * @param status - the status of the response, such as `404`, `4XX` or `default`, which a generated
 * example contains
 */
export function listExamples(
  plan: ReferencePlan,
  mediaType: string,
  content: Place,
  direction: Direction,
  status = "",
): Example[] {
  const schema = contentSchema(content.value);
  const write = (value: unknown): string | null => writeBody(plan, mediaType, value, schema);
  const named = stepInto(content, "examples");
  const given = Object.keys(objectOf(named.value))
    .slice(0, maxExamples)
    .map((name) => readExample(plan, name, stepInto(named, name), write));
  if (given.length > 0) return given;
  const plain = { description: null, address: null };
  const value = memberOf(content.value, "example");
  if (value !== undefined) return [{ ...plain, title: "Example", value, text: write(value) }];
  const sequence = makeSequence(plan, mediaType, schema, direction);
  const answered = readStatus(status);
  const made = answered === null ? sequence : setStatus(plan, schema, sequence, answered);
  const text = write(made);
  return text === null ? [] : [{ ...plain, title: "Example", value: made, text }];
}

/** Two items show that it is a sequence. */
function makeSequence(
  plan: ReferencePlan,
  mediaType: string,
  schema: unknown,
  direction: Direction,
): unknown {
  const made = makeExample(plan, schema, direction);
  if (!isSequential(mediaType) || !isObject(schema)) return made;
  const items: readonly unknown[] = listOf(made);
  return items.length === 1 ? [items[0], items[0]] : made;
}

/** The first example of a parameter or header, or one made from its schema. */
export function pickValue(plan: ReferencePlan, parameter: Place): unknown {
  const own = memberOf(parameter.value, "example");
  if (own !== undefined) return own;
  const named = stepInto(parameter, "examples");
  const [first] = Object.keys(objectOf(named.value));
  if (first !== undefined) {
    const { value } = readExample(plan, first, stepInto(named, first), () => null);
    if (value !== null && value !== undefined) return value;
  }
  return makeExample(plan, memberOf(parameter.value, "schema"), "request");
}
