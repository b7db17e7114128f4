import type { DriftKind } from "@lintel/contract/words/drift";
import { stepInto, type Place } from "@lintel/json/place";
import { memberOf } from "@lintel/json/value";
import { follow, followMembers, type DocumentView } from "@lintel/openapi/view";
import { findMismatches } from "@lintel/samples/find-mismatches";

/** An answer of an upstream. */
export interface SeenAnswer {
  readonly status: number;
  /** `Content-Type` as it was sent; null: without one. */
  readonly contentType: string | null;
  /** The body, decoded; null: it was not looked at. */
  readonly text: string | null;
}

/** Where an answer differs from its document; no value of it. */
export interface Drift {
  readonly kind: DriftKind;
  /** A JSON Pointer into the body, with `*` for items and unnamed members; empty for the answer as a whole. */
  readonly pointer: string;
}

/** Enough to see what is wrong with an answer. */
const maxDrifts = 20;

/** Whether a media type is one of JSON. */
export const isJsonType = (type: string): boolean => /^[^;]*[/+]json\s*(?:;|$)/i.test(type);

/**
 * Where an answer differs from what the document says about its operation; null if the document does not have it.
 *
 * @param operation - the path as the document has it
 */
export function findDrift(
  document: DocumentView,
  operation: { readonly method: string; readonly path: string },
  answer: SeenAnswer,
): Drift[] | null {
  const item = follow(document, stepInto(stepInto(document.root, "paths"), operation.path));
  const place = stepInto(item, operation.method.toLowerCase());
  if (place.value === undefined) return null;
  const responses = followMembers(document, stepInto(place, "responses"));
  if (responses.size === 0) return [];
  const response = findResponse(responses, answer.status);
  if (response === undefined) return [{ kind: "status", pointer: "" }];
  return findInContent(document, response, answer);
}

const findResponse = (responses: ReadonlyMap<string, Place>, status: number) =>
  responses.get(String(status)) ??
  responses.get(`${Math.floor(status / 100)}XX`) ??
  responses.get("default");

function findInContent(
  document: DocumentView,
  response: Place,
  { contentType, text }: SeenAnswer,
): Drift[] {
  const content = followMembers(document, stepInto(response, "content"));
  // Many documents leave out what a body is.
  if (content.size === 0 || contentType === null) return [];
  const media = findMedia(content, contentType);
  if (media === undefined) return [{ kind: "mediaType", pointer: "" }];
  const schema = memberOf(media.value, "schema");
  if (text === null || !isJsonType(contentType)) return [];
  const body = parse(text);
  if (body === undefined) return [{ kind: "json", pointer: "" }];
  if (schema === undefined) return [];
  return findMismatches(document, schema, body.value, { direction: "response", most: maxDrifts });
}

/** The most specific media type goes first (OpenAPI 3.1 §4.8.17); parameters of types are not compared. */
function findMedia(content: ReadonlyMap<string, Place>, contentType: string): Place | undefined {
  const type = bare(contentType);
  const wanted = [type, `${type.split("/", 1)[0]}/*`, "*/*"];
  const byType = new Map([...content].map(([name, place]) => [bare(name), place]));
  return wanted.map((each) => byType.get(each)).find((place) => place !== undefined);
}

const bare = (type: string): string => (type.split(";", 1)[0] ?? "").trim().toLowerCase();

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}
