import { compareAlternatives } from "./compare-alternatives.ts";
import { compareArrays } from "./compare-arrays.ts";
import { compareDiscriminators } from "./compare-discriminators.ts";
import { compareNotes } from "./compare-notes.ts";
import { compareNumbers } from "./compare-numbers.ts";
import { compareObjects } from "./compare-objects.ts";
import { compareOpaque } from "./compare-opaque.ts";
import { compareSizes } from "./compare-sizes.ts";
import { compareFormats, comparePatterns } from "./compare-strings.ts";
import { compareFitness, compareTypes, compareValues } from "./compare-types.ts";
import type { Pair } from "./pair.types.ts";

/** Compares two schemas by every keyword, and queues nested schemas. */
export function comparePair(pair: Pair): void {
  if (!compareFitness(pair)) return;
  compareNotes(pair);
  compareDiscriminators(pair);
  if (compareAlternatives(pair) === "instead-of-all") return;
  compareTypes(pair);
  compareValues(pair);
  // If the values have no type in common, nothing else can be compared.
  if ((pair.before.types & pair.after.types) === 0) return;
  compareNumbers(pair);
  compareSizes(pair);
  comparePatterns(pair);
  compareFormats(pair);
  compareObjects(pair);
  compareArrays(pair);
  compareOpaque(pair);
}
