import { isObject } from "@lintel/json/value";
import { firstOf, membersOf, openParts } from "@lintel/samples/schema/parts";
import { isJsonType } from "../surface/read-inputs.ts";
import { nounOfId } from "../surface/id-parameters.ts";
import { cutAfter } from "../surface/resources.ts";
import type { Operation, Parameter, RequestBody, Surface } from "../surface/surface.types.ts";
import type { Pairs, RequestDraft } from "../traffic/exchange.types.ts";
import type { Bound } from "./baseline.types.ts";

/** Ids of existing items, by the noun of their collection. */
export type KnownIds = Readonly<Record<string, string>>;

/** Replaces the variables of a path template. */
export const fillPath = (path: string, bound: readonly Bound[]): string =>
  bound.reduce(
    (filled, { variable, value }) => filled.replace(`{${variable}}`, encodeURIComponent(value)),
    path,
  );

/** The values that a path has in the variables of its template. */
export function readVariables(template: string, path: string): Bound[] {
  const segments = path.split("/");
  return template.split("/").flatMap((segment, at) => {
    const [, variable] = /^\{([^{}]+)\}$/.exec(segment) ?? [];
    if (variable === undefined) return [];
    const value = decodeURIComponent(segments[at] ?? "");
    return [{ variable, value, itemPath: cutAfter(template, variable), origin: "example" }];
  });
}

/** A value as the text of a parameter; null for one that is absent. */
export function writeValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

function valueOf(surface: Surface, { example, schema, name }: Parameter, seed: number): string {
  const { value } = surface.sampler.make(schema, { isGivenFirst: true, seed, noun: name });
  return writeValue(isObject(example) ? value : (example ?? value)) ?? "1";
}

/**
 * The request of an operation with the fewest parameters: those that it requires.
 * @param attempt - 0 for the plainest body; further attempts have other values
 */
export function makeRequest(
  surface: Surface,
  operation: Operation,
  bound: readonly Bound[],
  ids: KnownIds,
  attempt: number,
): RequestDraft {
  const required = operation.parameters.filter(({ isRequired }) => isRequired);
  const given = (place: Parameter["in"]) =>
    required
      .filter((parameter) => parameter.in === place)
      .map((parameter) => {
        const known = place === "query" ? ids[nounOfId(operation, parameter.name)] : undefined;
        return [parameter.name, known ?? valueOf(surface, parameter, attempt + 1)] as const;
      });
  const cookies = given("cookie").map(([name, value]) => `${name}=${value}`);
  return {
    method: operation.method,
    path: fillPath(operation.path, bound),
    query: given("query"),
    headers: [
      ...given("header").flatMap(toHeader),
      ...(cookies.length === 0 ? [] : ([["Cookie", cookies.join("; ")]] as const)),
    ],
    body: operation.body === null ? null : makeBody(surface, operation.body, ids, attempt),
  };
}

/** None for a name that no header can have (RFC 9110 §5.6.2); line breaks of a value are blanks. */
const toHeader = ([name, value]: Pairs[number]): Pairs =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? [[name, value.replaceAll(/[^\t\x20-\x7e]/g, " ")]] : [];

function makeBody(
  surface: Surface,
  { mediaType, schema, example }: RequestBody,
  ids: KnownIds,
  attempt: number,
): RequestDraft["body"] {
  const value =
    attempt === 0 && example !== undefined ? example : sample(surface, schema, ids, attempt);
  const text = isJsonType(mediaType)
    ? JSON.stringify(value ?? {})
    : writeForm(isObject(value) ? value : {});
  return { mediaType, text };
}

function writeForm(value: object): string {
  const form = new URLSearchParams();
  for (const [name, field] of Object.entries(value)) form.append(name, String(field));
  return form.toString();
}

/** The first attempts have readable values; later ones differ by seed, in case one must be unique. */
function sample(surface: Surface, schema: unknown, ids: KnownIds, attempt: number): unknown {
  const isFull = attempt % 2 === 0;
  return surface.sampler.make(schema, {
    direction: "request",
    members: isFull ? "all" : "required",
    isGivenFirst: attempt < 2,
    ids,
    ...(attempt < 2 ? {} : { seed: attempt * 101 }),
  }).value;
}

/** How deep members named like ids are looked for. */
const maxDepth = 4;

/** The names of members in a body that look like ids of other things: `bookId`, `author_id`. */
export function listIdNames(surface: Surface, schema: unknown, depth = 0): string[] {
  if (depth > maxDepth) return [];
  const { parts } = openParts(surface.source, schema);
  const members = [...membersOf(parts, "properties")];
  const items = firstOf(parts, "items");
  return [
    ...members.flatMap(([name, schemas]) => [
      ...(/[a-z](?:Ids?|_ids?)$/.test(name) ? [name] : []),
      ...schemas.flatMap((one) => listIdNames(surface, one, depth + 1)),
    ]),
    ...(items === undefined ? [] : listIdNames(surface, items, depth + 1)),
  ];
}
