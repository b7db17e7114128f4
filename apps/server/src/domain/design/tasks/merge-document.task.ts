import type { OpenApiVersion } from "@lintel/contract/words/design";
import { mergeDesigns } from "@lintel/openapi/merge";
import type { Design } from "@lintel/openapi/design";
import { splitDocument } from "@lintel/openapi/design-document";
import { detectVersion } from "@lintel/openapi/version";
import { systemClock } from "../../../platform/clock.ts";
import type { StoredDesign } from "../design.types.ts";
import { diffDesigns, type DesignChanges } from "../diff-designs.ts";
import { keepUndocumented, reviveHidden } from "../keep-undocumented.ts";
import { parseTexts, type HiddenPaths } from "../parse-texts.ts";
import { restoreSourceSync, type SourceText } from "../source-text.ts";
import type { StoredTexts } from "../stored-texts.ts";
import { parseText } from "./read-document.task.ts";

/** So many changes are listed; all are counted. */
const maxChanges = 2_000;

/** So many conflicts are shown with their values, and so much of each. */
const maxShown = 100;
const maxValueLength = 8_000;

export interface Merging {
  /** The document of the last import; null where the version was made by hand. */
  readonly base: SourceText | null;
  readonly mine: StoredTexts;
  readonly theirs: string;
  readonly prefer: "mine" | "theirs";
  /** The version's name where the caller gives one; else the document's own. */
  readonly version: string | null;
}

export interface MergedDocument {
  readonly endpoints: { readonly before: number; readonly after: number };
  readonly report: ReturnType<typeof reportMerge>;
  readonly changes: DesignChanges;
  /** What both sides changed, with the values of all three documents as JSON texts. */
  readonly disputes: readonly Dispute[];
  /** Null where the merged document names no version that is known. */
  readonly openapiVersion: OpenApiVersion | null;
}

/** One conflict; null where a side does not have the value. */
export interface Dispute {
  readonly entity: string;
  readonly name: string;
  readonly pointer: string;
  readonly base: string | null;
  readonly mine: string | null;
  readonly theirs: string | null;
}

/** Merges what came in with what is here, and says which rows change by that. */
export function mergeDocument({ base, mine, theirs, prefer, version }: Merging): MergedDocument {
  const { newId } = systemClock;
  const { design, hidden } = parseTexts(mine);
  const merge = mergeDesigns(
    {
      base: split(base === null ? null : restoreSourceSync(base)),
      mine: design,
      theirs: split(theirs),
    },
    { newId, prefer },
  );
  const { document } = merge.design;
  const named = {
    ...merge.design,
    document: { ...document, version: version ?? document.version },
  };
  return {
    endpoints: { before: design.endpoints.length, after: merge.design.endpoints.length },
    report: reportMerge(merge),
    changes: findChanges(design, hidden, named),
    disputes: merge.conflicts.slice(0, maxShown).map(showDispute),
    openapiVersion: detectVersion({ openapi: document.openapi }),
  };
}

const split = (text: string | null): Design =>
  splitDocument(text === null ? {} : parseText(text).value, { newId: systemClock.newId }).design;

function findChanges(mine: StoredDesign, hidden: HiddenPaths, merged: Design): DesignChanges {
  const after = reviveHidden(keepUndocumented(merged, mine), hidden);
  const revived = new Set(after.pathItems.map(({ id }) => id));
  const before = {
    ...mine,
    pathItems: [...mine.pathItems, ...hidden.pathItems.filter(({ id }) => revived.has(id))],
    parameters: [
      ...mine.parameters,
      ...hidden.parameters.filter(({ pathItemId }) => revived.has(pathItemId ?? "")),
    ],
  };
  return diffDesigns(before, after);
}

type Conflict = ReturnType<typeof mergeDesigns>["conflicts"][number];

function showDispute({ entity, name, pointer, base, mine, theirs }: Conflict): Dispute {
  const show = (value: unknown): string | null => {
    const text = JSON.stringify(value) as string | undefined;
    return text === undefined ? null : text.slice(0, maxValueLength).toWellFormed();
  };
  return { entity, name, pointer, base: show(base), mine: show(mine), theirs: show(theirs) };
}

function reportMerge({ changes, conflicts }: ReturnType<typeof mergeDesigns>) {
  return {
    changes: changes
      .slice(0, maxChanges)
      .map(({ kind, entity, name, details }) => ({ kind, entity, name, details: [...details] })),
    changeCount: changes.length,
    conflicts: conflicts
      .slice(0, maxChanges)
      .map(({ entity, name, pointer, kept }) => ({ entity, name, pointer, kept })),
  };
}
