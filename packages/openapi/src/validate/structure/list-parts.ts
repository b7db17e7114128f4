import {
  isObject,
  memberOf,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";

/** The members of an object that pass a test. */
function pick(object: JsonObject, isKept: (name: string, value: Json) => boolean): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (isKept(name, value)) setMember(draft, name, value);
  }
  return draft;
}

const hold = (name: string, value: Json): JsonObject => {
  const draft: DraftObject = {};
  setMember(draft, name, value);
  return draft;
};

const isPathItem = (name: string) => name.startsWith("/");

/** The document without its path items and components. */
function makeFrame(document: JsonObject): JsonObject {
  const paths = memberOf(document, "paths");
  const components = memberOf(document, "components");
  return {
    ...document,
    ...(isObject(paths) ? { paths: pick(paths, (name) => !isPathItem(name)) } : {}),
    ...(isObject(components) ? { components: pick(components, (_, kind) => !isObject(kind)) } : {}),
  };
}

/** A component of an unknown kind cannot be distinguished from its map. */
function* listComponents(components: JsonObject): Generator<JsonObject> {
  for (const [kind, map] of Object.entries(components)) {
    if (!isObject(map) || kind.startsWith("x-")) continue;
    const entries = Object.entries(map);
    if (entries.length === 0) yield hold(kind, {});
    for (const [name, component] of entries) yield hold(kind, hold(name, component));
  }
}

/**
 * Splits a document into small documents, each with one path item, one component or only the frame.
 * Places in a part have the same pointers as in the document.
 */
export function* listParts(document: JsonObject): Generator<JsonObject> {
  const paths = memberOf(document, "paths");
  const components = memberOf(document, "components");
  const head = {
    openapi: memberOf(document, "openapi") ?? null,
    info: { title: "", version: "" },
    paths: {},
  };
  yield makeFrame(document);
  for (const [path, pathItem] of Object.entries(isObject(paths) ? paths : {})) {
    if (isPathItem(path)) yield { ...head, paths: hold(path, pathItem) };
  }
  for (const part of listComponents(isObject(components) ? components : {})) {
    yield { ...head, components: part };
  }
}
