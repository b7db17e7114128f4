import { isList, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { editMembers, renameMember } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const binary = "application/octet-stream";
const names = ["contentEncoding", "contentMediaType", "contentSchema"] as const;

/** Text that a string holds without encoding. */
const isTextual = (mediaType: Json | undefined) =>
  typeof mediaType !== "string" ||
  /^text\/|[/+](?:json|xml|yaml|javascript|x-www-form-urlencoded|jwt)\b/.test(mediaType);

function formatOf(object: JsonObject): "byte" | "binary" | null {
  if (Object.hasOwn(object, "format")) return null;
  const encoding = memberOf(object, "contentEncoding");
  if (encoding === "base64" || encoding === "base64url") return "byte";
  const isRaw = encoding === undefined && !isTextual(memberOf(object, "contentMediaType"));
  return isRaw ? "binary" : null;
}

function lower(object: JsonObject): JsonObject {
  const first = Object.keys(object).find((name) => names.some((each) => each === name));
  if (first === undefined) return object;
  const format = formatOf(object);
  const isTyped = format === null || Object.hasOwn(object, "type");
  const gone = Object.fromEntries(names.map((name) => [name, undefined]));
  const edits = {
    ...gone,
    ...(isTyped ? {} : { type: "string" }),
    ...(format === null ? {} : { format }),
  };
  return editMembers(object, edits, first);
}

function raise(object: JsonObject): JsonObject {
  const type = memberOf(object, "type");
  const isString = type === "string" || (isList(type) && type.includes("string"));
  if (!isString || names.some((name) => Object.hasOwn(object, name))) return object;
  const format = memberOf(object, "format");
  if (format !== "byte" && format !== "binary") return object;
  const [name, value] =
    format === "byte"
      ? (["contentEncoding", "base64"] as const)
      : (["contentMediaType", binary] as const);
  return editMembers(renameMember(object, "format", name), { [name]: value });
}

const message =
  "From 3.1 on, contentEncoding and contentMediaType mark encoded and raw bytes; in 3.0 format does.";

export const contentCoding: ConversionRule = {
  code: "CONTENT_CODING",
  summary: "Encoded bytes have the format byte in 3.0, raw ones the format binary.",
  spec: "OpenAPI 3.1 §4.4.4 Working with Binary Data",
  kinds: ["schema"],
  down: { watches: names, severity: "info", message, apply: lower },
  up: { watches: ["format"], severity: "info", message, apply: raise },
  examples: [
    {
      newer: { type: "string", contentEncoding: "base64" },
      older: { type: "string", format: "byte" },
    },
    {
      newer: { type: "string", contentMediaType: "application/octet-stream" },
      older: { type: "string", format: "binary" },
    },
    {
      newer: { contentMediaType: "image/png" },
      older: { type: "string", format: "binary" },
      ways: "down",
    },
    {
      newer: { type: "string", contentMediaType: "application/json", contentSchema: {} },
      older: { type: "string" },
      ways: "down",
    },
  ],
};
