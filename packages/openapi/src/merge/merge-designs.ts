import type { OpenApiVersion } from "@lintel/contract/words/design";
import { joinDocument, splitDocument } from "../design-document.ts";
import type { Design } from "../model/design.types.ts";
import type { JsonObject } from "@lintel/json/value";
import { detectVersion, isAtLeast } from "../values/openapi-version.ts";
import { listChanges } from "./changes/list-changes.ts";
import { assignIds } from "./identity/assign-ids.ts";
import { makeValueNumbers } from "./identity/value-numbers.ts";
import type { MergeConflict, MergeResult, Side, Three } from "./model/merge.types.ts";
import { alignDocuments } from "./moves/align-documents.ts";
import type { MergeContext } from "./value/merge-context.ts";
import { mergeValue } from "./value/merge-value.ts";

export interface MergeOptions {
  /** For a row that neither side has: the caller provides ids. */
  readonly newId: () => string;
  /** The side that wins a conflict; by default mine. */
  readonly prefer?: Side;
}

/** Parts that are rows in mine remain rows, even if the merged document names an older version. */
function findVersion(document: JsonObject, { endpoints, parameters, components }: Design) {
  const kinds = new Set(components.map(({ kind }) => kind));
  const isNew =
    kinds.has("mediaTypes") ||
    endpoints.some(({ method }) => method === "query") ||
    parameters.some(({ location }) => location === "querystring");
  const needed: OpenApiVersion = isNew ? "3.2" : kinds.has("pathItems") ? "3.1" : "3.0";
  const stated = detectVersion(document);
  const hasComponents = components.length > 0;
  if (stated === null) return isNew || hasComponents ? needed : null;
  return isAtLeast(stated, needed) ? stated : needed;
}

/**
 * Merges the changes between two imports of a document into its current rows. `base` is the
 * document of the last import and `theirs` the new one, both split; `mine` are the current rows.
 * Existing rows keep their ids of mine, new rows have those of theirs. The input rows are not
 * changed.
 */
export function mergeDesigns(
  { base, mine, theirs }: Three<Design>,
  { newId, prefer = "mine" }: MergeOptions,
): MergeResult {
  const joined = {
    base: joinDocument(base),
    mine: joinDocument(mine),
    theirs: joinDocument(theirs),
  };
  const { documents, places, conflicts: moved } = alignDocuments(joined, prefer);
  const conflicts: MergeConflict[] = [...moved];
  const numberOf = makeValueNumbers();
  const below = { conflicts, path: [], names: [], merge: mergeValue };
  const context: MergeContext = { numberOf, prefer, ...below };
  // Three objects always merge into an object: only members can be absent.
  const merged = mergeValue(context, { holds: "one", kind: "document" }, documents) as JsonObject;
  let count = 0;
  const split = splitDocument(merged, {
    newId: () => String((count += 1)),
    version: findVersion(merged, mine),
  });
  const ids = assignIds(split.design, { mine, theirs }, places, newId);
  const changes = listChanges(
    { before: documents.mine, after: merged },
    { numberOf, ids, original: joined.mine, places: places.mine },
  );
  return { design: ids.design, changes, conflicts };
}
