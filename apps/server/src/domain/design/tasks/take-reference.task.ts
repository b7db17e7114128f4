import { printBytes } from "@lintel/openapi/print";
import { toPlainNumbers } from "@lintel/json/plain-numbers";
import { planReference } from "@lintel/reference/plan/plan-reference";
import { listSearchTexts, type SearchText } from "@lintel/reference/search/list-search-texts";
import { makeDocument, type StoredDocument } from "../make-document.ts";
import type { PrintedDocument } from "./print-document.task.ts";

export interface ReferenceTaking {
  readonly stored: StoredDocument;
  /** Names of groups of operations, each with what introduces it. */
  readonly groupDescriptions: readonly (readonly [string, string])[];
}

export interface TakenReference extends PrintedDocument {
  /** What the reference's pages are found by. */
  readonly searchTexts: readonly SearchText[];
}

/** The document of a version as an API reference shows it from now on. */
export function takeReference({ stored, groupDescriptions }: ReferenceTaking): TakenReference {
  const { document, endpointCount } = makeDocument(stored);
  const plan = planReference(toPlainNumbers(document), {
    groupDescriptions: new Map(groupDescriptions),
  });
  return {
    bytes: printBytes(document, "json"),
    endpointCount,
    searchTexts: listSearchTexts(plan),
  };
}
