import type { Language, Move, State } from "./language.ts";
import type { Random } from "../ground/random.ts";

export interface Length {
  readonly min: number;
  readonly max: number;
}

/** Limits of the states in a search for an end, and of the steps of one text. */
const maxSeen = 2000;
const maxSteps = 20_000;
/** A loop such as `[a-z]+` gets three characters, which readers recognize. */
const usualLoop = 3;

/** The number of characters from a state to an end; a number above the limit if none was found. */
function measure(language: Language, start: State): number {
  if (start.distance !== undefined) return start.distance;
  const from = new Map<State, State | null>([[start, null]]);
  for (const state of from.keys()) {
    if (language.accepts(state) || state.distance !== undefined) {
      if (state.distance === Infinity) continue;
      let distance = state.distance ?? 0;
      for (let at: State | null = state; at !== null; at = from.get(at) ?? null) {
        at.distance = distance;
        distance += 1;
      }
      return start.distance ?? 0;
    }
    if (from.size > maxSeen) break;
    for (const { to } of language.listMoves(state)) if (!from.has(to)) from.set(to, state);
  }
  start.distance = Infinity;
  return Infinity;
}

/** Letters before digits before the rest, because readers know them. */
function pick(characters: string, at: number, random: Random | null): string {
  const letters =
    characters.match(/[a-z]/g) ?? characters.match(/[1-9]/g) ?? characters.match(/[A-Z]/g);
  const pool = random === null ? (letters ?? Array.from(characters)) : Array.from(characters);
  return pool[random === null ? at % pool.length : Math.floor(random() * pool.length)] ?? "";
}

interface Choice {
  readonly state: State;
  readonly loops: number;
  /** The character that led here. */
  readonly character: string;
  moves: Move[] | null;
}

/**
 * A text of a language with the given number of characters; null if none was found.
 * @param variant - counts from 0: each is another text, if there are more
 * @param random - chooses between characters and lengths; without it the text is plain and short
 */
export function walkLanguage(
  language: Language,
  start: State,
  { min, max }: Length,
  variant: number,
  random: Random | null,
): string | null {
  const way: Choice[] = [{ state: start, loops: 0, character: "", moves: null }];
  for (let steps = 0; steps < maxSteps; steps += 1) {
    const here = way.at(-1);
    if (here === undefined) return null;
    const length = way.length - 1;
    const isEnd = length >= min && language.accepts(here.state);
    const canLoop = here.loops > 0 && here.loops < usualLoop && length > 0;
    if (here.moves === null) {
      const isWhole = here.state.rule.kind === "every";
      const goesOn = random === null ? canLoop && !isWhole : random() < 0.7;
      if (isEnd && (!goesOn || length >= max))
        return way.map(({ character }) => character).join("");
      here.moves = order(language, here, { min, max }, length, canLoop, random);
      if (random === null && length === 0) turn(here.moves, variant);
    }
    const move = here.moves.shift();
    if (move !== undefined) {
      const isLoop = move.to === here.state;
      const loops = isLoop ? here.loops + 1 : 1;
      const character = pick(move.characters, length + variant, random);
      way.push({ state: move.to, loops, character, moves: null });
    } else if (isEnd) {
      return way.map(({ character }) => character).join("");
    } else {
      way.pop();
    }
  }
  return null;
}

/** The moves from which an end is near enough, the best first. */
function order(
  language: Language,
  here: Choice,
  { min, max }: Length,
  length: number,
  canLoop: boolean,
  random: Random | null,
): Move[] {
  const left = max - length - 1;
  const open = language.listMoves(here.state).filter(({ to }) => measure(language, to) <= left);
  const rank = ({ to }: Move): number => {
    if (random !== null) return random();
    if (canLoop && to === here.state) return -Infinity;
    // A text that is still too short stays away from its end.
    return length + 1 + measure(language, to) < min
      ? -measure(language, to)
      : measure(language, to);
  };
  return open
    .map((move) => [rank(move), move] as const)
    .sort(([one], [other]) => (one === other ? 0 : one - other))
    .map(([, move]) => move);
}

function turn(moves: Move[], variant: number): void {
  for (let times = moves.length === 0 ? 0 : variant % moves.length; times > 0; times -= 1) {
    const [first] = moves.splice(0, 1);
    if (first !== undefined) moves.push(first);
  }
}
