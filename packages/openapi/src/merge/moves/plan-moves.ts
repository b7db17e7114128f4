import { sides, type Side, type Three } from "../model/merge.types.ts";
import type { Moves } from "./match-places.ts";

/** What both sides moved to different places; `to` is its final place. */
export interface MoveConflict extends Three<string> {
  readonly to: string;
}

/** What has to be renamed in each document, so that the same part has the same place in all. */
export interface MovePlan {
  readonly renames: Three<Moves>;
  readonly conflicts: readonly MoveConflict[];
}

type Keys = Three<{ has(key: string): boolean }>;

/** The place of a part of the base on each side, and the places that it was moved to. */
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

/** Whether another part already has the place in a document in which this part would move. */
const isFree = (keys: Keys, candidate: Candidate, to: string): boolean =>
  (["base", ...sides] as const).every(
    (side) => candidate[side] === undefined || candidate[side] === to || !keys[side].has(to),
  );

/** The moves that collide neither with their target places nor with each other. */
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
 * Plans the moves of one or both sides for all three documents. A move to a place that is already
 * taken is not applied: it counts as a removal and an addition.
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
