import { joinDocument, splitDocument } from "../../design-document.ts";
import type { Design } from "../../model/design.types.ts";
import type { JsonObject } from "@lintel/json/value";
import { mergeDesigns } from "../merge-designs.ts";
import type { MergeResult, Side, Three } from "../model/merge.types.ts";

/** Splits a document into rows whose ids begin with a given letter. */
export function splitAs(letter: string, document: JsonObject): Design {
  let count = 0;
  return splitDocument(document, { newId: () => `${letter}${(count += 1)}` }).design;
}

export interface MergedDocuments extends MergeResult {
  readonly document: JsonObject;
  readonly mine: Design;
}

/** Merges documents as if the second one had been edited since the first one was imported. */
export function mergeDocuments(
  { base, mine, theirs }: Three<JsonObject>,
  prefer: Side = "mine",
): MergedDocuments {
  let count = 0;
  const rows = splitAs("m", mine);
  const result = mergeDesigns(
    { base: splitAs("b", base), mine: rows, theirs: splitAs("t", theirs) },
    { newId: () => `n${(count += 1)}`, prefer },
  );
  return { ...result, document: joinDocument(result.design), mine: rows };
}
