import { isObject } from "@lintel/json/value";
import type { ReferencePlan } from "../plan/reference.types.ts";
import { writeXml } from "./write-xml.ts";

/** The essence of a media type: in lower case, without parameters. */
export const essenceOf = (mediaType: string): string =>
  (mediaType.split(";", 1)[0] ?? "").trim().toLowerCase();

export const isJson = (mediaType: string): boolean =>
  /^(?:application|text)\/json$|\+json$|^\*\/\*$|^application\/\*$/.test(essenceOf(mediaType));

const isXml = (mediaType: string): boolean => /\/xml$|\+xml$/.test(essenceOf(mediaType));

const sequences = new Set([
  "application/jsonl",
  "application/x-ndjson",
  "application/json-seq",
  "application/x-jsonlines",
]);

/** Media types whose content is a sequence of items (3.2, §4.14.1). */
export const isSequential = (mediaType: string): boolean => {
  const essence = essenceOf(mediaType);
  return sequences.has(essence) || essence === "text/event-stream" || essence.endsWith("+json-seq");
};

/** A value as indented JSON. */
export const writeJson = (value: unknown): string => JSON.stringify(value, null, 2) ?? "";

const writeMember = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");

/** Form fields in order; an array is one field per item. */
export function listFormFields(value: unknown): (readonly [name: string, value: string])[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? (member as readonly unknown[]) : [member]).map(
      (item) => [name, writeMember(item)] as const,
    ),
  );
}

const writeEvent = (item: unknown): string =>
  (isObject(item) ? Object.entries(item) : [["data", item] as const])
    .map(([name, value]) => `${name}: ${writeMember(value).replaceAll(/\r\n?|\n/g, "\ndata: ")}`)
    .join("\n");

function writeSequence(mediaType: string, value: unknown): string {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (essenceOf(mediaType) === "text/event-stream") return items.map(writeEvent).join("\n\n");
  return items.map((item) => JSON.stringify(item) ?? "").join("\n");
}

/** A value as the content of a media type, or null for media types that are not text. */
export function writeBody(
  plan: ReferencePlan,
  mediaType: string,
  value: unknown,
  schema: unknown,
): string | null {
  if (value === undefined) return null;
  if (isSequential(mediaType)) return writeSequence(mediaType, value);
  if (isJson(mediaType)) return writeJson(value);
  if (typeof value === "string") return value;
  if (isXml(mediaType)) return writeXml(plan, value, schema);
  const essence = essenceOf(mediaType);
  if (essence === "application/x-www-form-urlencoded") {
    const fields = new URLSearchParams();
    for (const [name, item] of listFormFields(value)) fields.append(name, item);
    return fields.toString();
  }
  if (essence.startsWith("multipart/") || essence.startsWith("text/")) return writeJson(value);
  return null;
}

/** The language of a content for its colors. */
export function languageOf(mediaType: string): string {
  if (isJson(mediaType) || isSequential(mediaType)) return "json";
  return isXml(mediaType) ? "xml" : "text";
}
