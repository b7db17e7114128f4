import { type OpenApiVersion, openApiVersions } from "@lintel/contract/words/design";
import { operationMethods } from "../model/design.types.ts";
import { isObject, memberOf, type Json, type JsonObject } from "@lintel/json/value";
import { detectVersion } from "../values/openapi-version.ts";
import { DocumentError } from "./source.ts";
import { quote } from "@lintel/json/shorten";

const methods = new Set(operationMethods);

const known = openApiVersions.join(", ");

/** The OpenAPI version, or why the document cannot be imported. */
export function needVersion(document: JsonObject): OpenApiVersion {
  const version = detectVersion(document);
  if (version !== null) return version;
  if (memberOf(document, "swagger") !== undefined) {
    throw new DocumentError(
      "SWAGGER_UNSUPPORTED",
      'Of Swagger, version 2.0 is read, which begins with "swagger": "2.0". Convert the document to it, or to OpenAPI 3',
    );
  }
  const written = memberOf(document, "openapi");
  if (written === undefined) {
    throw new DocumentError(
      "VERSION_MISSING",
      'The document names no OpenAPI version: begin it with "openapi": "3.1.0"',
    );
  }
  const shown = typeof written === "string" ? quote(written) : quote(JSON.stringify(written));
  throw new DocumentError(
    "VERSION_UNSUPPORTED",
    `OpenAPI ${shown} is not read. The versions are ${known}, in quotes and with a patch number, such as "3.1.0"`,
  );
}

export function needObject(value: Json): JsonObject {
  if (isObject(value)) return value;
  throw new DocumentError(
    "DOCUMENT_NOT_OBJECT",
    'A document is an object of members such as "openapi", "info" and "paths"',
  );
}

/** The number of operations under `paths`, including `additionalOperations` of 3.2. */
export function countOperations(document: JsonObject): number {
  const paths = memberOf(document, "paths");
  if (!isObject(paths)) return 0;
  let count = 0;
  for (const item of Object.values(paths)) {
    if (!isObject(item)) continue;
    for (const name of Object.keys(item)) if (methods.has(name)) count += 1;
    const additional = memberOf(item, "additionalOperations");
    if (isObject(additional)) count += Object.keys(additional).length;
  }
  return count;
}
