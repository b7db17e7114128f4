/** Random numbers from a seed, so that a failure can be repeated. */
export interface Random {
  /** A number of at least `low` and less than `high`. */
  between(low: number, high: number): number;
  pick<T>(items: readonly T[]): T;
  isTrue(probability: number): boolean;
  uuid(): string;
  /** A separate sequence, whose use does not affect others. */
  fork(name: string): Random;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  // Mulberry32, by Tommy Ettinger, in the public domain.
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  return {
    between: (low, high) => low + next() * (high - low),
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error("The list to pick from is empty.");
      return items[Math.floor(next() * items.length)] as T;
    },
    isTrue: (probability) => next() < probability,
    uuid: () => {
      const digits = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16));
      digits[12] = "4";
      digits[16] = "8";
      return digits.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
    },
    fork: (name) => createRandom(name.split("").reduce(hashCharacter, seed)),
  };
}

function hashCharacter(hash: number, character: string): number {
  return Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
}
