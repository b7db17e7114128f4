import type { OpenApiVersion } from "@lintel/contract/words/design";
import { createHash } from "node:crypto";
import { splitDocument } from "@lintel/openapi/design-document";
import { DocumentError } from "@lintel/openapi/source";
import { parseDocument, type ParsedDocument } from "@lintel/openapi/parse";
import {
  listDesignUsages,
  listExternalReferences,
  listWrittenReferences,
  type ExternalReference,
} from "@lintel/openapi/usages";
import { validatePlain } from "@lintel/openapi/validate";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { systemClock } from "../../../platform/clock.ts";
import { Problem } from "../../../platform/problem.ts";
import { toStoredDesign } from "../design.types.ts";
import { packDesign, type PackedDesign } from "../packed-rows.ts";
import { compressSource } from "../source-text.ts";

/** A document that was read and validated, before it is stored. */
export interface ReadDocument {
  readonly format: "json" | "yaml";
  /** SHA-256 of the text in UTF-8, in hex. */
  readonly digest: string;
  /** The text as it is kept: an engine takes it whole, several times over. */
  readonly compressed: Uint8Array;
  readonly openapiVersion: OpenApiVersion;
  readonly isValid: boolean;
  readonly warnings: ParsedDocument["warnings"];
  readonly isCut: boolean;
  readonly externalReferences: readonly ExternalReference[];
  readonly packed: PackedDesign;
}

/** @throws Problem SPEC_INVALID for a text that is no document; what is merely not valid comes in. */
export function readDocument({ text }: { readonly text: string }): ReadDocument {
  const { value, version, source, warnings, isPlain } = parseText(text);
  const plain = isPlain ? value : toPlainNumbers(value);
  const { isValid, findings, isCut } = validatePlain(plain, version);
  const { design, warnings: kept } = splitDocument(value, { newId: systemClock.newId });
  const stored = toStoredDesign(design);
  const usages = listDesignUsages(stored);
  const bytes = Buffer.from(text);
  return {
    format: source.format,
    digest: createHash("sha256").update(bytes).digest("hex"),
    compressed: compressSource(bytes),
    openapiVersion: version,
    isValid: isValid && warnings.every(({ severity }) => severity !== "error"),
    warnings: [...warnings, ...kept, ...findings],
    isCut,
    externalReferences: listExternalReferences(usages),
    packed: packDesign(stored, usages),
  };
}

/**
 * Where the references of any document lead, as written.
 * @throws Problem SPEC_INVALID where it is neither JSON nor YAML.
 */
export const listReferences = ({ text }: { readonly text: string }): string[] =>
  withProblems(() => listWrittenReferences(text));

/**
 * A document as JSON text.
 * @throws Problem SPEC_INVALID, PAYLOAD_TOO_LARGE
 */
export function toPlainJson({ text }: { readonly text: string }): string {
  const { value, isPlain } = parseText(text);
  return JSON.stringify(isPlain ? value : toPlainNumbers(value));
}

/** @throws Problem SPEC_INVALID, PAYLOAD_TOO_LARGE */
export const parseText = (text: string): ParsedDocument => withProblems(() => parseDocument(text));

function withProblems<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    if (error.code === "DOCUMENT_TOO_LARGE")
      throw new Problem("PAYLOAD_TOO_LARGE", `${error.message}.`);
    const { line = null, column = null } = error.position ?? {};
    throw new Problem("SPEC_INVALID", `${error.message}.`, { reason: error.code, line, column });
  }
}
