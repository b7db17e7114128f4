import type { ComponentKind } from "@lintel/contract/words/design";
import { isObject, type Json } from "@lintel/json/value";
import { isAtLeast } from "@lintel/openapi/version";
import { needOpenApi, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import { Problem } from "../../platform/problem.ts";

/** @throws Problem OPENAPI_VERSION_UNSUPPORTED for kinds of later versions. */
export function needKind(version: VisibleVersion, kind: ComponentKind): void {
  if (kind === "pathItems") needOpenApi(version, "3.1", "A component of kind pathItems");
  if (kind === "mediaTypes") needOpenApi(version, "3.2", "A component of kind mediaTypes");
}

/**
 * Checks that the content of a component is an object. A schema may be a boolean since OpenAPI 3.1,
 * which uses JSON Schema 2020-12 (§4.3.2).
 * @throws Problem SCHEMA_INVALID
 */
export function readContent(version: VisibleVersion, kind: ComponentKind, content: unknown): Json {
  const value = content as Json;
  if (isObject(value)) return value;
  if (kind !== "schemas") {
    throw new Problem("SCHEMA_INVALID", `A component of kind ${kind} is an object.`);
  }
  if (typeof value === "boolean" && isAtLeast(version.openapiVersion, "3.1")) return value;
  const since = typeof value === "boolean" ? " Booleans came with OpenAPI 3.1." : "";
  throw new Problem("SCHEMA_INVALID", `A schema is an object.${since}`);
}
