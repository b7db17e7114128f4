import { designChanges } from "@lintel/contract/words/design";
import type { OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";

type Imported = OutputOf<typeof importSpec>;
type Change = Imported["changes"][number];

const maxChanges = 100;

const marks: Readonly<Record<Change["kind"], { symbol: string; colour: Colour }>> = {
  added: { symbol: "+", colour: "green" },
  modified: { symbol: "~", colour: "yellow" },
  removed: { symbol: "-", colour: "red" },
};

/** The changes of a merge, and its conflicts. */
export function renderMerge(merge: Imported, paint: Paint): string[] {
  const { changes, changeCount, conflicts } = merge;
  const disputed = renderConflicts(conflicts, changeCount > 0, paint);
  if (changeCount > 0) return [...renderChanges(changes, changeCount, paint), ...disputed];
  return conflicts.length > 0
    ? disputed
    : ["The specification has the content of the document already."];
}

function renderChanges(changes: readonly Change[], total: number, paint: Paint): string[] {
  const sorted = designChanges.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const counts = designChanges.map((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return `${count} ${kind}`;
  });
  const shown = sorted.slice(0, maxChanges);
  const hidden = total - shown.length;
  return [
    paint("bold", total === changes.length ? counts.join(", ") : `${total} changes`),
    ...shown.map((change) => renderChange(change, paint)),
    ...(hidden > 0 ? [paint("gray", `  … and ${hidden} more: --json lists more of them`)] : []),
  ];
}

function renderChange({ kind, entity, name, details }: Change, paint: Paint): string {
  const { symbol, colour } = marks[kind];
  const what = paint(colour, `${symbol} ${entity}`) + nameThing(name);
  return `  ${what}${details.length === 0 ? "" : paint("gray", ` (${cleanText(details.join(", "))})`)}`;
}

/** @param hasChanges - whether the merge makes any other change */
function renderConflicts(
  conflicts: Imported["conflicts"],
  hasChanges: boolean,
  paint: Paint,
): string[] {
  if (conflicts.length === 0) return [];
  const shown = conflicts.slice(0, maxChanges);
  const hidden = conflicts.length - shown.length;
  return [
    paint(
      "yellow",
      hasChanges
        ? `Changed here and in the document (${conflicts.length}):`
        : `There is nothing to merge. Your own changes are kept where the document differs (${conflicts.length}):`,
    ),
    ...shown.map(({ entity, name, pointer, kept }) => {
      const stays =
        kept === "mine" ? "the specification's version is kept" : "the document's version is taken";
      return `  ! ${entity}${nameThing(name)} ${paint("gray", cleanText(pointer))}: ${stays}`;
    }),
    ...(hidden > 0 ? [paint("gray", `  … and ${hidden} more`)] : []),
    paint(
      "gray",
      "  --prefer mine keeps the specification's version (default), --prefer theirs takes the document's.",
    ),
  ];
}

// The document itself has no name.
const nameThing = (name: string): string => (name === "" ? "" : ` ${cleanText(name)}`);
