import { makeText } from "../text/make-text.ts";
import type { Making } from "./making.ts";

/** A value of a schema that allows any. */
export function makeAny({ random, variant }: Making): unknown {
  if (random === null) return makeText([], variant);
  const values = [null, true, 0, -1, 1.5, "", [], {}, ["a"], { a: 1 }];
  const at = Math.floor(random() * values.length * 2);
  return at < values.length ? values[at] : makeText([], variant, random);
}
