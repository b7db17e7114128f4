import { isList, isObject, textOf } from "@lintel/json/value";
import { escapeStep, readPointer } from "@lintel/json/pointer";
import { firstOf, membersOf, openParts } from "@lintel/samples/schema/parts";
import { readTypes } from "@lintel/samples/schema/read-types";
import { isJsonType } from "../surface/read-inputs.ts";
import { splitWords } from "../surface/danger.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import { withJson, withQuery } from "./probing.ts";

/** A place of a request that takes a value of the caller. */
export interface Input {
  readonly location: "path" | "query" | "body";
  /** The name of the parameter, or the JSON Pointer in the body. */
  readonly name: string;
  /** The words of the name, in lower case: `callback`, `url`. */
  readonly words: readonly string[];
  readonly schema: unknown;
}

const maxDepth = 3;

/** The inputs of an operation: query, path and the members of a JSON body. Lists are left out. */
export function listInputs(surface: Surface, operation: Operation): Input[] {
  const { parameters, body } = operation;
  const named = parameters.flatMap(({ in: place, name, schema }): Input[] =>
    place === "query" || (place === "path" && isSegment(operation, name))
      ? [{ location: place, name, words: splitWords(name), schema }]
      : [],
  );
  const isJson = body !== null && isJsonType(body.mediaType);
  return [...named, ...(isJson ? listMembers(surface, body.schema, "", 0) : [])];
}

/** Whether a variable fills a segment of the path alone. */
const isSegment = ({ path }: Operation, name: string): boolean =>
  path.split("/").includes(`{${name}}`);

function listMembers(surface: Surface, schema: unknown, pointer: string, depth: number): Input[] {
  if (depth >= maxDepth) return [];
  const { parts } = openParts(surface.source, schema);
  return [...membersOf(parts, "properties")].flatMap(([name, [inner]]) => {
    const at = `${pointer}/${escapeStep(name)}`;
    const nested = listMembers(surface, inner, at, depth + 1);
    if (nested.length > 0) return nested;
    return [{ location: "body", name: at, words: splitWords(name), schema: inner }];
  });
}

const addressFormat = /^(?:uri|url|iri|uri-reference)$/;

/** Whether any text fits an input; choices, dates and ids of a fixed form are left out. */
export function isText({ source }: Surface, { schema }: Input): boolean {
  const { parts } = openParts(source, schema);
  if (parts.some((part) => Object.hasOwn(part, "enum") || Object.hasOwn(part, "const")))
    return false;
  const format = textOf(firstOf(parts, "format"));
  if (format !== null && format !== "password" && !addressFormat.test(format)) return false;
  const types = readTypes(parts);
  return types.length === 0 || types.includes("string");
}

/** Whether an input takes an address, by its format or name. */
export function isAddress(surface: Surface, input: Input, names: ReadonlySet<string>): boolean {
  const format = textOf(firstOf(openParts(surface.source, input.schema).parts, "format"));
  if (format !== null && addressFormat.test(format)) return true;
  return isText(surface, input) && input.words.some((word) => names.has(word));
}

/** A request with another value in one input. Values that are no text only fit into bodies. */
export function withInput(
  draft: RequestDraft,
  operation: Operation,
  { location, name }: Input,
  value: unknown,
): RequestDraft {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (location === "query") return withQuery(draft, name, text);
  if (location === "body")
    return withJson(draft, setMember(readBody(draft), readPointer(name), value));
  const at = operation.path.split("/").indexOf(`{${name}}`);
  const segments = draft.path.split("/");
  segments[at] = encodeURIComponent(text);
  return { ...draft, path: segments.join("/") };
}

/** The value that a request has in an input; undefined without one. */
export function valueAt(
  draft: RequestDraft,
  operation: Operation,
  { location, name }: Input,
): unknown {
  if (location === "query") return draft.query.find(([own]) => own === name)?.[1];
  if (location === "path") {
    const segment = draft.path.split("/")[operation.path.split("/").indexOf(`{${name}}`)];
    return segment === undefined ? undefined : decodeURIComponent(segment);
  }
  return readPointer(name).reduce<unknown>(
    (value, step) => (isObject(value) ? value[step] : undefined),
    readBody(draft),
  );
}

function readBody({ body }: RequestDraft): unknown {
  try {
    return JSON.parse(body?.text ?? "{}");
  } catch {
    return {};
  }
}

function setMember(target: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value;
  if (isList(target)) return target;
  const members = isObject(target) ? target : {};
  return { ...members, [step]: setMember(members[step], rest, value) };
}
