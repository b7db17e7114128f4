import { randomUUID } from "node:crypto";
import { joinDocument } from "@lintel/openapi/design-document";
import { parseExact } from "@lintel/openapi/json-text";
import { addPolicyHeaders, applyBasePath, type PolicyHeaders } from "@lintel/openapi/publish";
import type { JsonObject } from "@lintel/json/value";
import type { StoredDesign } from "./design.types.ts";
import { parseTexts } from "./parse-texts.ts";
import type { StoredTexts } from "./stored-texts.ts";

/** All that a version's document is made of, as it was at one instant and nothing of it parsed. */
export interface StoredDocument {
  readonly texts: StoredTexts;
  /** The headers of policies (`PolicyHeaders`) as JSON: numbers that keep their texts cross no threads. */
  readonly headers: string;
  readonly basePath: string | null;
  /** The endpoints that deprecation plans mark as deprecated. */
  readonly markedEndpointIds: readonly string[];
}

export interface MadeDocument {
  readonly document: JsonObject;
  readonly endpointCount: number;
}

/** The document of a version, its base path and the headers of policies included. */
export function makeDocument(stored: StoredDocument): MadeDocument {
  const { texts, headers, basePath, markedEndpointIds } = stored;
  const design = markDeprecated(parseTexts(texts).design, markedEndpointIds);
  const joined = addPolicyHeaders(joinDocument(design), parseHeaders(headers));
  return {
    document: basePath === null ? joined : applyBasePath(joined, basePath),
    endpointCount: design.endpoints.length,
  };
}

function markDeprecated(design: StoredDesign, ids: readonly string[]): StoredDesign {
  if (ids.length === 0) return design;
  const marked = new Set(ids);
  const endpoints = design.endpoints.map((row) =>
    marked.has(row.id) ? { ...row, isDeprecated: true } : row,
  );
  return { ...design, endpoints };
}

/** Whether a document is its rows alone: nothing is looked up in its components, or changed there. */
function isPlain({ headers, basePath }: StoredDocument): boolean {
  const { requests, responses } = parseHeaders(headers);
  return basePath === null && requests.length === 0 && responses.length === 0;
}

const parseHeaders = (headers: string) => parseExact(headers) as unknown as PolicyHeaders;

/**
 * The JSON text of a version's document, without blanks. Contents of components are most of it, and
 * are put in as they are kept: they need not be parsed to be written again.
 */
export function makeJsonText(stored: StoredDocument): {
  readonly text: string;
  readonly endpointCount: number;
} {
  if (!isPlain(stored)) {
    const { document, endpointCount } = makeDocument(stored);
    return { text: JSON.stringify(document), endpointCount };
  }
  // No document has this text in it: it is drawn here.
  const mark = randomUUID();
  const contents: string[] = [];
  const parsed = parseTexts(stored.texts, (text, at) => {
    contents[at] = text;
    return `${mark}${at}`;
  });
  const design = markDeprecated(parsed.design, stored.markedEndpointIds);
  const [first = "", ...parts] = JSON.stringify(joinDocument(design)).split(`"${mark}`);
  const pieces = parts.map((part) => {
    const end = part.indexOf('"');
    return (contents[Number(part.slice(0, end))] ?? "") + part.slice(end + 1);
  });
  return { text: first + pieces.join(""), endpointCount: design.endpoints.length };
}
