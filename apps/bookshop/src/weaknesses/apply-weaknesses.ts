import type { Seams } from "../seams/seams.ts";
import { soundSeams } from "../seams/sound-seams.ts";
import { weaknesses } from "./weakness-list.generated.ts";
import type { Weakness } from "./weakness.ts";

/**
 * The decisions of a shop with the named weaknesses. @throws RangeError for an unknown weakness.
 */
export function applyWeaknesses(names: readonly string[]): Seams {
  const seams: Seams = { ...soundSeams };
  for (const name of names) Object.assign(seams, findWeakness(name).apply({ ...seams }));
  return seams;
}

function findWeakness(name: string): Weakness {
  const weakness = weaknesses.find((candidate) => candidate.name === name);
  if (weakness) return weakness;
  const known = weaknesses.map((candidate) => candidate.name).join(", ");
  throw new RangeError(`There is no weakness "${name}"; there are ${known}.`);
}
