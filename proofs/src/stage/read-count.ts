/** A number of the command line. @throws Error if it is not a whole number above 0 */
export function readCount(name: string, text: string): number {
  const count = Number(text);
  if (Number.isSafeInteger(count) && count > 0) return count;
  throw new Error(`${name} takes a whole number above 0; see --help.`);
}

/** The given seed, or a random one. */
export function readSeed(text: string | undefined): number {
  return text === undefined ? 1 + Math.floor(Math.random() * 1_000_000) : readCount("--seed", text);
}
