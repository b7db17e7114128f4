import type { Side, Three } from "../model/merge.types.ts";

type Names = readonly string[];

/** Whether what is in both lists has the same order in them. */
function isOrderKept(before: Names, after: Names): boolean {
  const [old, now] = [new Set(before), new Set(after)];
  const kept = after.filter((name) => old.has(name));
  return before.filter((name) => now.has(name)).every((name, at) => name === kept[at]);
}

/** Puts what is in the second list alone behind what it stands behind there. */
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
 * The names of both sides in one order: theirs, unless only mine is another one than it was; where
 * both changed the order, the preferred side's.
 */
export function mergeOrder({ base, mine, theirs }: Three<Names>, prefer: Side): Names {
  const isMineKept = isOrderKept(base, mine);
  const isMineFirst = !isMineKept && (prefer === "mine" || isOrderKept(base, theirs));
  return isMineFirst ? weave(mine, theirs) : weave(theirs, mine);
}
