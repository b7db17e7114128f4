import { operationMethods } from "../model/design.types.ts";
import { makeFinder } from "../rules/find-reference.ts";
import {
  isList,
  isObject,
  memberOf,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import { detectVersion, isAtLeast } from "../values/openapi-version.ts";

/** A server's URL with the prefix after its own path; its variables are not changed. */
function extend(server: Json, basePath: string): Json {
  if (!isObject(server)) return server;
  const url = memberOf(server, "url");
  if (typeof url !== "string") return server;
  return { ...server, url: `${url.replace(/\/+$/, "")}${basePath}` };
}

/**
 * Adds a prefix to all paths of a document through its servers (OpenAPI, Server Object). A document
 * without servers has the server `/`. Servers of single paths and operations are not changed.
 */
export function applyBasePath(document: JsonObject, basePath: string): JsonObject {
  const servers = memberOf(document, "servers");
  if (isList(servers) && servers.length > 0) {
    return { ...document, servers: servers.map((server) => extend(server, basePath)) };
  }
  return { ...document, servers: [{ url: basePath }] };
}

/** A header that a policy adds where no header has its name. */
export interface PolicyHeader {
  readonly name: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly isDeprecated: boolean;
  readonly schemaType: string;
  readonly schemaFormat: string | null;
  /** Undefined if there is none, because null is a possible value. */
  readonly defaultValue: Json | undefined;
  readonly example: Json | undefined;
  /** The serialized form; documents before OpenAPI 3.2 have no place for it. */
  readonly serializedExample: string | null;
}

/** The headers of every request and of every response, in the order in which they are added. */
export interface PolicyHeaders {
  readonly requests: readonly PolicyHeader[];
  readonly responses: readonly PolicyHeader[];
}

interface Adding extends PolicyHeaders {
  readonly hasSerialized: boolean;
  /**
   * The target of a reference within the document, or null if it is elsewhere or does not exist.
   */
  readonly follow: (object: JsonObject) => JsonObject | null;
}

/**
 * Adds headers to every operation under `paths` and to its responses, where no header has the name;
 * names are compared without case (RFC 9110 §5.1). References are not changed, nor is anything
 * without the shape of an operation, parameter or response. The input is not changed.
 */
export function addPolicyHeaders(document: JsonObject, headers: PolicyHeaders): JsonObject {
  if (headers.requests.length + headers.responses.length === 0) return document;
  const version = detectVersion(document);
  const hasSerialized = version !== null && isAtLeast(version, "3.2");
  const adding = { ...headers, hasSerialized, follow: makeFinder(document).follow };
  return mapMember(document, "paths", (paths) =>
    mapMembers(paths, (pathItem, path) =>
      path.startsWith("/") ? addToPathItem(adding, pathItem) : pathItem,
    ),
  );
}

/** The same object if the member is missing or does not change. */
function mapMember(
  object: JsonObject,
  name: string,
  change: (value: JsonObject) => Json,
): JsonObject {
  const value = memberOf(object, name);
  if (!isObject(value)) return object;
  const changed = change(value);
  return changed === value ? object : withMember(object, name, changed);
}

function mapMembers(
  object: JsonObject,
  change: (value: JsonObject, name: string) => Json,
): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    setMember(draft, name, isObject(value) ? change(value, name) : value);
  }
  return draft;
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const draft: DraftObject = {};
  for (const [each, old] of Object.entries(object)) setMember(draft, each, old);
  setMember(draft, name, value);
  return draft;
}

function addToPathItem(adding: Adding, pathItem: JsonObject): JsonObject {
  const shared = memberOf(pathItem, "parameters");
  const change = (operation: JsonObject) => addToOperation(adding, operation, shared);
  const withOperations = mapMembers(pathItem, (value, name) =>
    operationMethods.includes(name) ? change(value) : value,
  );
  return mapMember(withOperations, "additionalOperations", (operations) =>
    mapMembers(operations, change),
  );
}

function addToOperation(
  adding: Adding,
  operation: JsonObject,
  shared: Json | undefined,
): JsonObject {
  const withParameters = addParameters(adding, operation, shared);
  return mapMember(withParameters, "responses", (responses) =>
    mapMembers(responses, (response, status) =>
      status.startsWith("x-") ? response : addToResponse(adding, response),
    ),
  );
}

function addParameters(
  adding: Adding,
  operation: JsonObject,
  shared: Json | undefined,
): JsonObject {
  const own = memberOf(operation, "parameters");
  if (own !== undefined && !isList(own)) return operation;
  const known = new Set(
    [...(own ?? []), ...(isList(shared) ? shared : [])].map((each) => nameHeader(adding, each)),
  );
  const added = listMissing(adding.requests, known).map((header) => ({
    name: header.name,
    in: "header",
    ...writeHeader(header, adding),
  }));
  return added.length === 0
    ? operation
    : withMember(operation, "parameters", [...(own ?? []), ...added]);
}

/** The name of a header parameter in lower case; null for any other parameter. */
function nameHeader({ follow }: Adding, parameter: Json): string | null {
  const object = isObject(parameter) ? follow(parameter) : null;
  if (object === null || memberOf(object, "in") !== "header") return null;
  const name = memberOf(object, "name");
  return typeof name === "string" ? name.toLowerCase() : null;
}

function addToResponse(adding: Adding, response: JsonObject): JsonObject {
  const headers = memberOf(response, "headers") ?? {};
  if (memberOf(response, "$ref") !== undefined || !isObject(headers)) return response;
  const known = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const added = listMissing(adding.responses, known);
  if (added.length === 0) return response;
  const draft = added.reduce(
    (all, header) => withMember(all, header.name, writeHeader(header, adding)),
    headers,
  );
  return withMember(response, "headers", draft);
}

/** Of two headers with the same name the first one is added. */
function listMissing(
  headers: readonly PolicyHeader[],
  known: ReadonlySet<string | null>,
): PolicyHeader[] {
  const seen = new Set(known);
  return headers.filter(({ name }) => {
    const key = name.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** A Header Object; with name and location it is a Parameter Object too. */
function writeHeader(header: PolicyHeader, { hasSerialized }: Adding): JsonObject {
  const { description, required, isDeprecated, example, serializedExample } = header;
  const { schemaType, schemaFormat, defaultValue } = header;
  return {
    ...(description === null ? {} : { description }),
    ...(required ? { required } : {}),
    ...(isDeprecated ? { deprecated: true } : {}),
    schema: {
      type: schemaType,
      ...(schemaFormat === null ? {} : { format: schemaFormat }),
      // OpenAPI 3.0 requires `items` for every array, and later versions allow it.
      ...(schemaType === "array" ? { items: {} } : {}),
      ...(defaultValue === undefined ? {} : { default: defaultValue }),
    },
    ...(hasSerialized && serializedExample !== null
      ? { examples: { example: writeExample(example, serializedExample) } }
      : example === undefined
        ? {}
        : { example }),
  };
}

/** `example` and `examples` exclude each other, so that one Example Object holds both samples. */
const writeExample = (example: Json | undefined, serializedValue: string): JsonObject =>
  example === undefined ? { serializedValue } : { dataValue: example, serializedValue };
