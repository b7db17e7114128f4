import { listOf, memberOf, objectOf, textOf } from "@lintel/json/value";
import { stepInto, type Place } from "@lintel/json/place";
import { follow, followMembers, viewDocument, type DocumentView } from "@lintel/openapi/view";
import { toNoun } from "@lintel/samples/known-ids";
import { createSampler } from "@lintel/samples/make-sample";
import { findDanger, isAsking, splitWords } from "./danger.ts";
import { lastWord, listIdParameters, nounOfId } from "./id-parameters.ts";
import { isJsonType, readBody, readParameter } from "./read-inputs.ts";
import { readCallbacks, readWebhooks } from "./read-outgoing.ts";
import { isInScope, type Scope } from "./scope.ts";
import type { Operation, OutgoingCall, Parameter, Surface } from "./surface.types.ts";

const methods = ["get", "query", "head", "post", "put", "patch", "delete"];
const readMethods = new Set(["GET", "HEAD", "OPTIONS", "QUERY"]);

export interface SurfaceOptions {
  /** Words that a profile adds to those by which an operation is skipped. */
  readonly dangerWords?: readonly string[];
  /** Operations out of scope are not called at all; by default all are in scope. */
  readonly scope?: Scope;
}

/**
 * Reads the operations of a parsed OpenAPI document (3.0 to 3.2), in the order of the document.
 * References are followed; an operation that cannot be read has fewer parts, and no error.
 */
export function readSurface(value: unknown, options: SurfaceOptions = {}): Surface {
  const document = viewDocument(value);
  const { scope = { include: [], exclude: [] } } = options;
  const operations: Operation[] = [];
  const outgoing: OutgoingCall[] = readWebhooks(document);
  for (const [path, item] of followMembers(document, stepInto(document.root, "paths"))) {
    if (!path.startsWith("/")) continue;
    for (const method of methods) {
      const place = stepInto(item, method);
      if (place.value === undefined) continue;
      const operation = readOperation(document, { path, method, item, place }, options);
      if (!isInScope(scope, operation)) continue;
      operations.push(operation);
      outgoing.push(...readCallbacks(document, operation, place));
    }
  }
  const title = textOf(memberOf(objectOf(value)["info"], "title")) ?? "API";
  const sampler = createSampler(document);
  return {
    title,
    operations,
    outgoing,
    scope,
    document: objectOf(value),
    source: document,
    sampler,
  };
}

interface Found {
  readonly path: string;
  readonly method: string;
  readonly item: Place;
  readonly place: Place;
}

function readOperation(
  document: DocumentView,
  { path, method: name, item, place }: Found,
  { dangerWords = [] }: SurfaceOptions,
): Operation {
  const method = name.toUpperCase();
  const operationId = textOf(memberOf(place.value, "operationId"));
  const words = splitWords(`${path} ${operationId ?? ""}`);
  const tags = listOf(memberOf(place.value, "tags")).flatMap((tag) =>
    splitWords(textOf(tag) ?? ""),
  );
  const parameters = readParameters(document, item, place);
  const [verb = ""] = splitWords(operationId ?? "");
  const end = namesThing({ method, path, parameters })
    ? []
    : splitWords(path.slice(path.lastIndexOf("/")));
  const verbs = [verb, ...end];
  const isWrite = !readMethods.has(method);
  const mark = memberOf(place.value, "x-svc-scan");
  return {
    id: `${method} ${path}`,
    operationId,
    method,
    path,
    parameters,
    body: readBody(document, stepInto(place, "requestBody")),
    needsCredential: readsSecurity(document, place),
    responses: readResponses(document, place),
    statuses: new Set(Object.keys(objectOf(stepInto(place, "responses").value))),
    words: new Set([...words, ...tags]),
    isWrite,
    isAsking: isAsking(method, verbs),
    sunset: textOf(memberOf(place.value, "x-sunset")),
    danger: findDanger({ method, isWrite, words, verbs, mark, dangerWords }),
  };
}

/** Whether the end of a path is a noun: `DELETE /order?id=` orders nothing. */
const namesThing = ({ method, path, parameters }: Named): boolean =>
  method === "DELETE" ||
  (["PUT", "PATCH"].includes(method) &&
    listIdParameters({ parameters }).some(
      ({ name }) => nounOfId({ path }, name) === toNoun(lastWord(path)),
    ));

type Named = Pick<Operation, "method" | "path" | "parameters">;

/** The parameters of an operation replace those of its path (OpenAPI 3.2.0 §4.9.1). */
function readParameters(document: DocumentView, item: Place, place: Place): Parameter[] {
  const byPlace = new Map<string, Parameter>();
  for (const holder of [item, place]) {
    const list = stepInto(holder, "parameters");
    for (const index of listOf(list.value).keys()) {
      const parameter = readParameter(document, follow(document, stepInto(list, String(index))));
      if (parameter !== null) byPlace.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  return [...byPlace.values()];
}

/** An empty requirement makes security optional (OpenAPI 3.2.0 §4.30). */
function readsSecurity(document: DocumentView, place: Place): boolean {
  const own = memberOf(place.value, "security");
  const alternatives = listOf(own ?? memberOf(document.root.value, "security"));
  return (
    alternatives.length > 0 && alternatives.every((one) => Object.keys(objectOf(one)).length > 0)
  );
}

function readResponses(document: DocumentView, place: Place): Map<string, unknown> {
  const responses = followMembers(document, stepInto(place, "responses"));
  const schemas = new Map<string, unknown>();
  for (const [status, response] of responses) {
    for (const [type, media] of followMembers(document, stepInto(response, "content"))) {
      if (isJsonType(type)) schemas.set(status, memberOf(media.value, "schema"));
    }
  }
  return schemas;
}
