import { toNoun } from "@lintel/samples/known-ids";
import { lastWord, nounOfId, type ItemNames } from "./id-parameters.ts";

const accounts = new Set(
  "account customer driver employee member patient person player profile seller student subscriber user vendor".split(
    " ",
  ),
);

/**
 * The names of the account that a variable or parameter names: `userId`, and `id` or `username` below
 * `/users`. Null for what names something else.
 */
export function findAccount(path: string, variable: string): ItemNames | null {
  const noun = nounOfId({ path }, variable);
  if (accounts.has(noun)) return { variable, noun };
  const below = toNoun(lastWord(path));
  return !/id$/i.test(variable) && accounts.has(below) ? { variable, noun: below } : null;
}
