import type { Random } from "../stage/random.ts";

/** The activity of a server when it is killed. */
export type Moment =
  /** It starts and does not listen yet. */
  | "starting"
  /** It opens the database of a killed server. */
  | "opening"
  /** It creates its database in a new folder. */
  | "making"
  /** It answers clients. */
  | "serving";

/** The activity at each kill. A short proof covers all of them. */
export function makeSchedule(random: Random, kills: number): Moment[] {
  return Array.from({ length: kills }, (_, at) => first[at] ?? choose(random.between(0, 1)));
}

const first: readonly Moment[] = ["serving", "starting", "serving", "opening", "making", "serving"];

function choose(drawn: number): Moment {
  if (drawn < 0.65) return "serving";
  if (drawn < 0.8) return "starting";
  return drawn < 0.95 ? "opening" : "making";
}
