import { sides, type Side, type Three } from "../model/merge.types.ts";
import type { Moves } from "./match-places.ts";

/** What both sides moved, each to another place; `to` is where it is now. */
export interface MoveConflict extends Three<string> {
  readonly to: string;
}

/** What has to be called otherwise in each document, so that the same is in the same place. */
export interface MovePlan {
  readonly renames: Three<Moves>;
  readonly conflicts: readonly MoveConflict[];
}

type Keys = Three<{ has(key: string): boolean }>;

/** Where something of the base is on each side, and the places that it was moved to. */
interface Candidate {
  readonly base: string;
  readonly mine: string | undefined;
  readonly theirs: string | undefined;
  readonly targets: readonly string[];
}

function listCandidates(keys: Keys, moves: Readonly<Record<Side, Moves>>): readonly Candidate[] {
  const find = (side: Side, key: string) =>
    moves[side].get(key) ?? (keys[side].has(key) ? key : undefined);
  return [...new Set([...moves.mine.keys(), ...moves.theirs.keys()])].map((base) => {
    const [mine, theirs] = [find("mine", base), find("theirs", base)];
    const targets = new Set([mine, theirs].filter((key) => key !== undefined && key !== base));
    return { base, mine, theirs, targets: [...targets] as string[] };
  });
}

/** Whether a place is taken by something else in a document that this would come to. */
const isFree = (keys: Keys, candidate: Candidate, to: string): boolean =>
  (["base", ...sides] as const).every(
    (side) => candidate[side] === undefined || candidate[side] === to || !keys[side].has(to),
  );

/** Those that run into nothing at their new place, nor into each other. */
function listMovable(keys: Keys, candidates: readonly Candidate[]): readonly Candidate[] {
  const claims = new Map<string, number>();
  for (const to of candidates.flatMap(({ targets }) => targets)) {
    claims.set(to, (claims.get(to) ?? 0) + 1);
  }
  return candidates.filter((candidate) =>
    candidate.targets.every((to) => claims.get(to) === 1 && isFree(keys, candidate, to)),
  );
}

/**
 * Plans where all three documents are to have what one or two of them moved. What would run into
 * something else at its new place is left: it counts as removed here and added there.
 */
export function planMoves(
  keys: Keys,
  moves: Readonly<Record<Side, Moves>>,
  prefer: Side,
): MovePlan {
  const renames = {
    base: new Map<string, string>(),
    mine: new Map<string, string>(),
    theirs: new Map<string, string>(),
  };
  const conflicts: MoveConflict[] = [];
  for (const candidate of listMovable(keys, listCandidates(keys, moves))) {
    const { base, mine = base, theirs = base, targets } = candidate;
    const to = (targets.length > 1 ? candidate[prefer] : targets[0]) ?? base;
    if (targets.length > 1) conflicts.push({ base, mine, theirs, to });
    for (const side of ["base", ...sides] as const) {
      const from = candidate[side];
      if (from !== undefined && from !== to) renames[side].set(from, to);
    }
  }
  return { renames, conflicts };
}
