import { matchesPattern } from "./match-pattern.ts";
import type { PatternNode } from "./parse-pattern.ts";

type Repeat = Extract<PatternNode, { kind: "repeat" }>;

interface Spelling {
  /** How often each repetition is written. */
  readonly counts: Map<Repeat, number>;
  /** Which option of a choice is written, as far as there are so many. */
  readonly option: number;
  /** Characters of classes that were written: `[a-z]{3}` becomes `abc`. */
  written: number;
}

/** Repetitions that may be longer show better with three. */
const usual = 3;
/** Options of choices that are tried, one after another. */
const mostOptions = 4;

/** Letters before digits before the rest: that is what readers know. */
function pick(members: string, at: number): string {
  const letters = members.match(/[a-z]/g) ?? members.match(/[1-9]/g) ?? members.match(/[A-Z]/g);
  const pool = letters ?? Array.from(members);
  return pool[at % pool.length] ?? "";
}

function spell(spelling: Spelling, node: PatternNode): string {
  switch (node.kind) {
    case "characters": {
      if (Array.from(node.members).length === 1) return node.members;
      spelling.written += 1;
      return pick(node.members, spelling.written - 1);
    }
    case "sequence":
      return node.items.map((item) => spell(spelling, item)).join("");
    case "choice": {
      const option = node.options[Math.min(spelling.option, node.options.length - 1)];
      return option === undefined ? "" : spell(spelling, option);
    }
    case "repeat": {
      const count = spelling.counts.get(node) ?? node.least;
      return Array.from({ length: count }, () => spell(spelling, node.item)).join("");
    }
    default:
      return "";
  }
}

function listRepeats(node: PatternNode): Repeat[] {
  switch (node.kind) {
    case "sequence":
      return node.items.flatMap(listRepeats);
    case "choice":
      return node.options.flatMap(listRepeats);
    case "repeat":
      return [node, ...listRepeats(node.item)];
    default:
      return [];
  }
}

export interface Length {
  readonly least: number;
  readonly most: number;
}

/** Counts with which the text is as long as it has to be, as far as the pattern allows that. */
function fitLength(node: PatternNode, option: number, from: number, length: Length): string {
  const repeats = listRepeats(node);
  const write = (counts: Map<Repeat, number>): string =>
    spell({ counts, option, written: from }, node);
  const shown = repeats.map(
    (one) => [one, Math.max(one.least, Math.min(one.most, usual))] as const,
  );
  const isPlain = ({ item, least }: Repeat): boolean => item.kind === "characters" && least < usual;
  const nice = new Map(shown.filter(([one]) => isPlain(one) && one.most > 1));
  const text = write(nice);
  const counts = text.length > length.most ? new Map<Repeat, number>() : nice;
  for (const one of repeats) {
    const missing = length.least - write(counts).length;
    if (missing <= 0) break;
    const count = counts.get(one) ?? one.least;
    const unit = write(new Map([...counts, [one, count + 1]])).length - write(counts).length;
    if (unit <= 0 || count >= one.most) continue;
    counts.set(one, Math.min(one.most, count + Math.ceil(missing / unit)));
  }
  return write(counts);
}

/**
 * A text that a pattern matches, so many characters long; null where none was found. `from` makes others of it: the
 * characters of classes begin there.
 */
export function spellPattern(node: PatternNode, length: Length, from = 0): string | null {
  for (let option = 0; option < mostOptions; option += 1) {
    const text = fitLength(node, option, from, length);
    // A pattern without an end lets anything follow, and one without a start anything come before.
    const missing = "x".repeat(Math.max(0, length.least - text.length));
    for (const padded of [text, text + missing, missing + text]) {
      const isLong = padded.length >= length.least && padded.length <= length.most;
      if (isLong && matchesPattern(node, padded)) return padded;
    }
  }
  return null;
}
