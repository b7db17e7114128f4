import type { ComponentKind, OpenApiVersion } from "@lintel/contract/words/design";
import type { Design } from "@lintel/openapi/design";
import { splitDocument } from "@lintel/openapi/design-document";
import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { readRef } from "../../../domain/design/component-refs.ts";
import type { VisibleEndpoint } from "../../../domain/design/endpoint-visibility.ts";
import type { ProjectContext } from "../../../platform/kernel/implementation.ts";
import { selectComponentContents } from "./component-content.store.ts";

/** Maximum length of a chain of references, which ends a circle. */
const maxSteps = 10;

/**
 * What the component that a `$ref` names says itself, further references followed; null where it is
 * not in the document, or no object.
 */
export async function readComponent(
  { db }: ProjectContext,
  endpoint: VisibleEndpoint,
  kind: ComponentKind,
  ref: string,
): Promise<JsonObject | null> {
  let wanted = ref;
  for (let step = 0; step < maxSteps; step += 1) {
    const name = readRef(wanted, kind)?.name;
    if (name === undefined) return null;
    const content = (await selectComponentContents(db, endpoint, kind, [name])).get(name);
    if (!isObject(content)) return null;
    const next = memberOf(content, "$ref");
    if (typeof next !== "string") return content;
    wanted = next;
  }
  return null;
}

/** The rows of an operation with this content. */
export function splitOperation(
  operation: JsonObject,
  openapiVersion: OpenApiVersion,
  newId: () => string,
): Design {
  const document = { openapi: `${openapiVersion}.0`, paths: { "/": { post: operation } } };
  return splitDocument(document, { newId }).design;
}
