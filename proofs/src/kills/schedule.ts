import type { Random } from "../stage/random.ts";

/** What a server is doing when it is killed. */
export type Moment =
  /** It starts, and does not listen yet. */
  | "starting"
  /** It opens a database that another one left behind when it was killed. */
  | "opening"
  /** It makes its database, in a folder of its own. */
  | "making"
  /** It answers clients. */
  | "serving";

/** The moment of each kill. A short proof meets every one. */
export function makeSchedule(random: Random, kills: number): Moment[] {
  return Array.from({ length: kills }, (_, at) => first[at] ?? choose(random.between(0, 1)));
}

const first: readonly Moment[] = ["serving", "starting", "serving", "opening", "making", "serving"];

function choose(drawn: number): Moment {
  if (drawn < 0.65) return "serving";
  if (drawn < 0.8) return "starting";
  return drawn < 0.95 ? "opening" : "making";
}
