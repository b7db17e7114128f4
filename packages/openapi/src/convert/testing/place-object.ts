import type { ObjectKind } from "../../grammar/object-kinds.ts";
import { readPointer } from "@lintel/json/pointer";
import { isObject, type Json, type JsonObject } from "@lintel/json/value";

const components = (kind: string, name = "example") => ["components", kind, name];

const places: Record<ObjectKind, readonly string[]> = {
  document: [],
  info: ["info"],
  license: ["info", "license"],
  server: ["servers", "0"],
  tag: ["tags", "0"],
  components: ["components"],
  pathItem: ["paths", "/example"],
  operation: ["paths", "/example", "get"],
  parameter: components("parameters"),
  requestBody: components("requestBodies"),
  response: components("responses"),
  header: components("headers"),
  mediaType: [...components("responses"), "content", "text/example"],
  encoding: [...components("responses"), "content", "text/example", "encoding", "example"],
  example: components("examples"),
  link: [...components("links")],
  callback: components("callbacks"),
  schema: components("schemas"),
  discriminator: [...components("schemas"), "discriminator"],
  xml: [...components("schemas"), "xml"],
  securityScheme: components("securitySchemes"),
  oauthFlows: [...components("securitySchemes"), "flows"],
};

function put(at: Json | undefined, [step, ...rest]: readonly string[], object: JsonObject): Json {
  if (step === undefined) return { ...(isObject(at) ? at : {}), ...object };
  if (step === "0") return [put(undefined, rest, object)];
  const holder = isObject(at) ? at : {};
  return { ...holder, [step]: put(holder[step], rest, object) };
}

/** Targets for the references of objects under test. */
const others: JsonObject = {
  schemas: { other: { title: "Other" } },
  mediaTypes: { other: { schema: { title: "Other" } } },
};

/** A document with an object in a place of its kind, and targets for its references. */
export function placeObject(object: JsonObject, kind: ObjectKind, openapi: string): JsonObject {
  const document = {
    openapi,
    info: { title: "a", version: "1" },
    ...(kind === "document" ? {} : { paths: {} }),
    ...(kind === "document" || kind === "components" ? {} : { components: others }),
  };
  return put(document, places[kind], object) as JsonObject;
}

/** The value at a pointer. */
export const valueAt = (value: Json, pointer: string): Json | undefined =>
  readPointer(pointer).reduce<Json | undefined>(
    (at, step) =>
      typeof at === "object" && at !== null ? (at as Record<string, Json>)[step] : undefined,
    value,
  );

export const pointerOf = (kind: ObjectKind): string =>
  places[kind].map((step) => `/${step.replaceAll("/", "~1")}`).join("");
