import type { OutputOf } from "@lintel/contract/operation";
import type { importSpec } from "@lintel/contract/operations/spec-document";
import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";

type Imported = OutputOf<typeof importSpec>;
type Change = Imported["changes"][number];

const mostChanges = 100;

const marks: Readonly<Record<Change["kind"], { symbol: string; colour: Colour }>> = {
  added: { symbol: "+", colour: "green" },
  modified: { symbol: "~", colour: "yellow" },
  removed: { symbol: "-", colour: "red" },
};

const kinds = ["added", "modified", "removed"] as const;

/** What a merge changes, and where both sides changed the same. */
export function renderMerge(merge: Imported, paint: Paint): string[] {
  const { changes, changeCount, conflicts } = merge;
  const disputed = renderConflicts(conflicts, changeCount > 0, paint);
  if (changeCount > 0) return [...renderChanges(changes, changeCount, paint), ...disputed];
  return conflicts.length > 0 ? disputed : ["The specification is as the document says already."];
}

function renderChanges(changes: readonly Change[], total: number, paint: Paint): string[] {
  const sorted = kinds.flatMap((kind) => changes.filter((change) => change.kind === kind));
  const counts = kinds.map((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return `${count} ${kind}`;
  });
  const shown = sorted.slice(0, mostChanges);
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

/** @param hasChanges - whether the merge brings in anything else */
function renderConflicts(
  conflicts: Imported["conflicts"],
  hasChanges: boolean,
  paint: Paint,
): string[] {
  if (conflicts.length === 0) return [];
  const shown = conflicts.slice(0, mostChanges);
  const hidden = conflicts.length - shown.length;
  return [
    paint(
      "yellow",
      hasChanges
        ? `Changed here and in the document (${conflicts.length}):`
        : `There is nothing to bring in. Your own changes stay where the document says something else (${conflicts.length}):`,
    ),
    ...shown.map(({ entity, name, pointer, kept }) => {
      const stays = kept === "mine" ? "what is here stays" : "the document's counts";
      return `  ! ${entity}${nameThing(name)} ${paint("gray", cleanText(pointer))}: ${stays}`;
    }),
    ...(hidden > 0 ? [paint("gray", `  … and ${hidden} more`)] : []),
    paint(
      "gray",
      "  --prefer mine keeps what is here (the default), --prefer theirs the document's.",
    ),
  ];
}

// The document itself has none.
const nameThing = (name: string): string => (name === "" ? "" : ` ${cleanText(name)}`);
