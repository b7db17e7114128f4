import { setMember, type DraftObject, type JsonObject } from "@lintel/json/value";
import { makeSchema, readStyle } from "./upgrade-parameter.ts";
import { textAt } from "./read-parts.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import { swaggerName, type Upgrade } from "./upgrade.types.ts";

const urlencoded = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

const isExtension = (name: string) => name.startsWith("x-");

function pickExtensions(object: JsonObject): JsonObject {
  const draft: DraftObject = {};
  for (const [name, value] of Object.entries(object)) {
    if (isExtension(name)) setMember(draft, name, value);
  }
  return draft;
}

/** A media type for each name; all have the same schema. */
export function makeContent(mediaTypes: readonly string[], media: JsonObject): JsonObject {
  const content: DraftObject = {};
  for (const name of mediaTypes) setMember(content, name, media);
  return content;
}

const about = (object: JsonObject): JsonObject =>
  Object.hasOwn(object, "description") ? { description: object["description"] ?? "" } : {};

/** A body of 2.0 as a request body. An extension keeps its name, which 3.0 does not have. */
export function upgradeBody(
  body: JsonObject,
  consumes: readonly string[] | null,
  upgrade: Upgrade,
): JsonObject {
  const schema = upgradeSchema(body["schema"] ?? {}, upgrade);
  const name = textAt(body, "name");
  return {
    ...about(body),
    content: makeContent(consumes ?? ["application/json"], { schema }),
    ...(body["required"] === true ? { required: true } : {}),
    ...pickExtensions(body),
    ...(name === null || name === "body" ? {} : { [swaggerName]: { name } }),
  };
}

/** The media types of a form. A form with a file has to be multipart. */
function chooseMediaTypes(fields: readonly JsonObject[], consumes: readonly string[] | null) {
  const isFile = fields.some((field) => textAt(field, "type") === "file");
  const forms = (consumes ?? []).filter((name) => name === urlencoded || name === multipart);
  if (isFile) return [multipart];
  return forms.length > 0 ? forms : [urlencoded];
}

/** The members of a field that a property of 3.0 does not have. */
function keepMembers(field: JsonObject): JsonObject {
  const names = Object.hasOwn(field, "allowEmptyValue") ? ["allowEmptyValue"] : [];
  if (readStyle(field) === null) names.push("collectionFormat");
  if (names.length === 0) return {};
  return { [swaggerName]: Object.fromEntries(names.map((name) => [name, field[name] ?? null])) };
}

/** The fields of a form as a request body. */
export function upgradeForm(
  fields: readonly JsonObject[],
  consumes: readonly string[] | null,
  upgrade: Upgrade,
): JsonObject {
  const properties: DraftObject = {};
  const encoding: DraftObject = {};
  const required: string[] = [];
  for (const field of fields) {
    const name = textAt(field, "name") ?? "";
    const schema = { ...(makeSchema(field, upgrade) as JsonObject), ...about(field) };
    setMember(properties, name, { ...schema, ...pickExtensions(field), ...keepMembers(field) });
    if (field["required"] === true && !required.includes(name)) required.push(name);
    const style = readStyle(field);
    if (style !== null && Object.keys(style).length > 0) setMember(encoding, name, { ...style });
  }
  const schema = { type: "object", properties, ...(required.length > 0 ? { required } : {}) };
  const media = { schema, ...(Object.keys(encoding).length > 0 ? { encoding } : {}) };
  return {
    content: makeContent(chooseMediaTypes(fields, consumes), media),
    ...(required.length > 0 ? { required: true } : {}),
  };
}
