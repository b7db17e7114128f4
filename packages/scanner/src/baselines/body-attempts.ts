import type { Operation } from "../surface/surface.types.ts";
import type { KnownIds } from "./make-request.ts";

/** One body of a request that is sent until the target accepts one. */
export interface BodyAttempt {
  /** 0 for the plainest body; from 2 on, its values are invented. */
  readonly turn: number;
  /** The ids of the items that it names. */
  readonly ids: KnownIds;
}

const inventedTurns = [2, 3, 4];

/**
 * First the values of the document, all and only the required ones, then other items, because the
 * first one may be sold out, and then invented values.
 */
export function listAttempts(
  { body }: Operation,
  [first = {}, ...others]: readonly KnownIds[],
): readonly [BodyAttempt, ...BodyAttempt[]] {
  const plain = { turn: 0, ids: first };
  if (body === null) return [plain];
  return [
    plain,
    { turn: 1, ids: first },
    ...others.map((ids) => ({ turn: 0, ids })),
    ...inventedTurns.map((turn) => ({ turn, ids: first })),
  ];
}

/** `[{ book: "1" }, { book: "2" }]` for `{ book: ["1", "2"] }`; a noun with fewer ids keeps its last one. */
export function chooseEach(ids: Readonly<Record<string, readonly string[]>>): KnownIds[] {
  const count = Math.max(1, ...Object.values(ids).map(({ length }) => length));
  return Array.from({ length: count }, (_none, at) =>
    Object.fromEntries(
      Object.entries(ids).flatMap(([noun, values]) => {
        const value = values[at] ?? values.at(-1);
        return value === undefined ? [] : [[noun, value]];
      }),
    ),
  );
}
