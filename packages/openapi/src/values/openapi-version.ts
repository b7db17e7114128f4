import { openApiVersions, type OpenApiVersion } from "@lintel/contract/words/design";
import { memberOf, type JsonObject } from "@lintel/json/value";

/** The version that a document names in `openapi`, or null if it names no known version. */
export function detectVersion(document: JsonObject): OpenApiVersion | null {
  const written = memberOf(document, "openapi");
  if (typeof written !== "string") return null;
  return (
    openApiVersions.find((version) => written === version || written.startsWith(`${version}.`)) ??
    null
  );
}

export const isAtLeast = (version: OpenApiVersion, wanted: OpenApiVersion): boolean =>
  openApiVersions.indexOf(version) >= openApiVersions.indexOf(wanted);
