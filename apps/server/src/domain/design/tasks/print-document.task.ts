import type { OpenApiVersion } from "@lintel/contract/words/design";
import { convertDocument } from "@lintel/openapi/convert";
import { indentJson, printBytes, type DocumentFormat } from "@lintel/openapi/print";
import { makeDocument, makeJsonText, type StoredDocument } from "../make-document.ts";

export interface Printing {
  readonly stored: StoredDocument;
  readonly format: DocumentFormat;
  /** JSON without blanks, for agents: they pay for each. */
  readonly isCompact: boolean;
  /** The version of OpenAPI to write it in; null for its own. */
  readonly target: OpenApiVersion | null;
}

export interface PrintedDocument {
  /** In UTF-8. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly endpointCount: number;
}

export function printStored({ stored, format, isCompact, target }: Printing): PrintedDocument {
  if (format === "json" && target === null) {
    const { text, endpointCount } = makeJsonText(stored);
    const bytes = encoder.encode(text);
    return { bytes: isCompact ? bytes : indentJson(bytes), endpointCount };
  }
  const { document, endpointCount } = makeDocument(stored);
  const written = target === null ? document : convertDocument(document, target).document;
  const isPlain = format === "json" && isCompact;
  const bytes = isPlain ? encoder.encode(JSON.stringify(written)) : printBytes(written, format);
  return { bytes, endpointCount };
}

const encoder = new TextEncoder();

/** The losses that are listed; all are counted. */
const maxWarnings = 1_000;

export interface Converting {
  readonly stored: StoredDocument;
  readonly target: OpenApiVersion;
}

/** What a document cannot say in its own words once it is written in another version of OpenAPI. */
export function listLosses({ stored, target }: Converting): {
  readonly warnings: ReturnType<typeof convertDocument>["warnings"];
  readonly warningCount: number;
} {
  const { warnings } = convertDocument(makeDocument(stored).document, target);
  return { warnings: warnings.slice(0, maxWarnings), warningCount: warnings.length };
}
