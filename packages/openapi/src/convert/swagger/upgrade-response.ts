import {
  isObject,
  memberOf,
  setMember,
  type DraftObject,
  type Json,
  type JsonObject,
} from "@lintel/json/value";
import { editMembers, mapMembers } from "../model/edit-members.ts";
import { objectAt, textAt } from "./read-parts.ts";
import { upgradeParameter } from "./upgrade-parameter.ts";
import { upgradeSchema } from "./upgrade-schema.ts";
import type { Upgrade } from "./upgrade.types.ts";

/** The content of a 2.0 response by media type: its schema, and the example of each media type. */
function makeContent(response: JsonObject, produces: readonly string[] | null, upgrade: Upgrade) {
  const content: DraftObject = {};
  const examples = objectAt(response, "examples");
  const schema = memberOf(response, "schema");
  if (schema !== undefined) {
    const isFile = isObject(schema) && textAt(schema, "type") === "file";
    const usual = isFile ? "application/octet-stream" : "application/json";
    const names = produces ?? (Object.keys(examples).length > 0 ? Object.keys(examples) : [usual]);
    const media = { schema: upgradeSchema(schema, upgrade) };
    for (const name of names) setMember(content, name, media);
  }
  for (const [name, example] of Object.entries(examples)) {
    const media = Object.hasOwn(content, name) ? (content[name] as JsonObject) : {};
    setMember(content, name, { ...media, example });
  }
  return content;
}

/** A response in the form of 3.0, for the media types that its operation produces. */
export function upgradeResponse(
  response: Json,
  produces: readonly string[] | null,
  upgrade: Upgrade,
): Json {
  if (!isObject(response)) return response;
  const reference = memberOf(response, "$ref");
  if (typeof reference === "string") {
    return editMembers(response, { $ref: upgrade.renameReference(reference) });
  }
  const content = makeContent(response, produces, upgrade);
  const headers = memberOf(response, "headers");
  const upgradeHeader = (header: Json) =>
    isObject(header) ? upgradeParameter(header, upgrade) : header;
  return editMembers(
    response,
    {
      description: memberOf(response, "description") ?? "",
      schema: undefined,
      examples: undefined,
      ...(isObject(headers) ? { headers: mapMembers(headers, upgradeHeader) } : {}),
      ...(Object.keys(content).length > 0 ? { content } : {}),
    },
    Object.hasOwn(response, "schema") ? "schema" : "examples",
  );
}
