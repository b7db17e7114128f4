import { cleanText } from "../output/clean-text.ts";
import type { Colour, Paint } from "../output/paint.ts";

export interface Changes {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly moved: readonly {
    readonly from: string;
    readonly to: string;
    readonly isChanged: boolean;
  }[];
  readonly removed: readonly string[];
  readonly unchangedCount: number;
  /** API references that files of the folder name. */
  readonly references?: readonly {
    readonly specName: string;
    readonly versionNumber: string;
    readonly action: string;
  }[];
}

const maxLines = 100;

export function countChanges({ added, changed, moved, removed, references }: Changes): number {
  const files = added.length + changed.length + moved.length + removed.length;
  return files + (references ?? []).filter(isChanged).length;
}

const isChanged = ({ action }: { readonly action: string }): boolean => action !== "unchanged";

/** One line per file, as in git, and the totals. */
export function renderChanges(changes: Changes, paint: Paint): string[] {
  const { added, changed, moved, removed, unchangedCount } = changes;
  const line = (colour: Colour, mark: string) => (file: string) =>
    `  ${paint(colour, mark)} ${cleanText(file)}`;
  const lines = [
    ...added.map(line("green", "A")),
    ...changed.map(line("yellow", "C")),
    ...moved.map(
      ({ from, to, isChanged }) =>
        line("cyan", "M")(`${from} -> ${to}`) + (isChanged ? " (and changed)" : ""),
    ),
    ...removed.map(line("red", "D")),
  ];
  const attached = (changes.references ?? [])
    .filter(isChanged)
    .map(
      ({ specName, versionNumber, action }) =>
        `  API reference ${action}: ${cleanText(specName)} ${cleanText(versionNumber)}`,
    );
  const hidden = lines.length - maxLines;
  const summary = `${added.length} added, ${changed.length} changed, ${moved.length} moved, ${removed.length} removed, ${unchangedCount} unchanged`;
  return [
    ...lines.slice(0, maxLines),
    ...attached,
    ...(hidden > 0
      ? [paint("gray", `  … and ${hidden} more: --dry-run --json lists all of them before a push`)]
      : []),
    paint("bold", summary),
  ];
}
