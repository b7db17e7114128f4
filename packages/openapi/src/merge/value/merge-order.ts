import type { Side, Three } from "../model/merge.types.ts";

type Names = readonly string[];

/** Whether the common names have the same order in both lists. */
function isOrderKept(before: Names, after: Names): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  const kept = after.filter((name) => old.has(name));
  return before.filter((name) => now.has(name)).every((name, at) => name === kept[at]);
}

/** Inserts the names that only the second list has, each after its predecessor there. */
function weave(first: Names, second: Names): Names {
  const placed = new Set(first);
  const behind = new Map<string | null, string[]>();
  let anchor: string | null = null;
  for (const name of second) {
    if (placed.has(name)) anchor = name;
    else
      behind
        .set(anchor, behind.get(anchor) ?? [])
        .get(anchor)
        ?.push(name);
  }
  return [
    ...(behind.get(null) ?? []),
    ...first.flatMap((name) => [name, ...(behind.get(name) ?? [])]),
  ];
}

/**
 * The names of both sides in one order: that of theirs, or that of mine if only mine changed it; if
 * both changed it, that of the preferred side.
 */
export function mergeOrder({ base, mine, theirs }: Three<Names>, prefer: Side): Names {
  const isMineKept = isOrderKept(base, mine);
  const isMineFirst = !isMineKept && (prefer === "mine" || isOrderKept(base, theirs));
  return isMineFirst ? weave(mine, theirs) : weave(theirs, mine);
}
