import { upgradeSwagger } from "../convert/swagger/upgrade-swagger.ts";
import type { Finding } from "../values/finding.ts";
import { memberOf, type JsonObject } from "@lintel/json/value";
import type { OpenApiVersion } from "../values/openapi-version.ts";
import { countOperations, needObject, needVersion } from "./check-document.ts";
import { decodeSource } from "./decode-source.ts";
import { DocumentError } from "./document-error.ts";
import { documentLimits, type DocumentLimits } from "./limits.ts";
import type { DocumentSource } from "./locate-pointers.ts";
import { readValue } from "./read-value.ts";

/** A document that was read, not yet validated. */
export interface ParsedDocument {
  /** As it was written; of Swagger 2.0, upgraded to OpenAPI 3.0. */
  readonly value: JsonObject;
  readonly version: OpenApiVersion;
  /** For `locatePointers`. */
  readonly source: DocumentSource;
  readonly warnings: readonly Finding[];
  /** Whether all its numbers are JavaScript's, and none keeps its text. */
  readonly isPlain: boolean;
}

/** Swagger 2.0 is read as the OpenAPI 3.0 that says the same; what is lost is told. */
function upgrade(document: JsonObject): { value: JsonObject; warnings: readonly Finding[] } {
  if (memberOf(document, "swagger") !== "2.0") return { value: document, warnings: [] };
  const { document: value, warnings } = upgradeSwagger(document);
  const told = warnings.map(({ code, severity, pointer, message }) => ({
    code,
    severity,
    pointer,
    message,
  }));
  const upgraded = {
    code: "UPGRADED_FROM_SWAGGER",
    severity: "info",
    pointer: "",
    message: "The document is Swagger 2.0 and was upgraded to OpenAPI 3.0.",
  } as const;
  return { value, warnings: [upgraded, ...told] };
}

/**
 * Reads an OpenAPI document of 3.0, 3.1 or 3.2 from JSON or YAML, or one of Swagger 2.0. Throws a `DocumentError` for what
 * cannot be taken in as a whole; validity is for `validateDocument` to judge.
 */
export function parseDocument(
  input: string | Uint8Array,
  changed: Partial<DocumentLimits> = {},
): ParsedDocument {
  const limits = { ...documentLimits, ...changed };
  const text = decodeSource(input, limits.bytes);
  if (text.trim() === "") throw new DocumentError("DOCUMENT_EMPTY", "The document is empty");
  const { value: read, warnings, format, isPlain } = readValue(text, limits, "report");
  const { value, warnings: losses } = upgrade(needObject(read));
  const version = needVersion(value);
  const operations = countOperations(value);
  if (operations > limits.operations) {
    throw new DocumentError(
      "TOO_MANY_OPERATIONS",
      `The document has ${operations} operations: at most ${limits.operations} are taken in. Split it`,
    );
  }
  const source = { text, format };
  return { value, version, source, warnings: [...warnings, ...losses], isPlain };
}
