import { INITIAL, type StateStack } from "@shikijs/vscode-textmate";
import { makeBoundedCache } from "../values/bounded-cache.ts";

// How a line is coloured follows from its text and the state that the grammar is in before it. Lines come again, within
// a block, in other blocks, and in the editor with every letter that is typed elsewhere: each is read once.

/** A state that was met, the same object for all that are alike. */
export interface KnownState {
  readonly id: number;
  readonly stack: StateStack;
}

export interface ColouredLine {
  readonly html: string;
  /** Before the next line. */
  readonly next: KnownState;
}

type ReadLine = (line: string, stack: StateStack) => { html: string; stack: StateStack };

/** The lines of one language that have been coloured. */
export interface KnownLines {
  readonly start: KnownState;
  readonly colour: (line: string, state: KnownState, read: ReadLine) => ColouredLine;
}

/** Characters of text and HTML of the lines of one language. */
const mostWeight = 1_000_000;

/** Beyond these, states are not compared any more: a hostile block could make each of its lines a new one. */
const mostStates = 100;

export function makeKnownLines(): KnownLines {
  const lines = makeBoundedCache<ColouredLine>(mostWeight);
  const start: KnownState = { id: 0, stack: INITIAL };
  const states: KnownState[] = [];
  let ids = 0;

  function findState(stack: StateStack): KnownState {
    const known = states.find((state) => state.stack === stack || state.stack.equals(stack));
    if (known !== undefined) return known;
    ids += 1;
    const state: KnownState = { id: ids, stack };
    if (states.length < mostStates) states.push(state);
    return state;
  }

  return {
    start,
    colour(line, state, read) {
      const key = `${state.id} ${line}`;
      const known = lines.get(key);
      if (known !== undefined) return known;
      const { html, stack } = read(line, state.stack);
      const coloured = { html, next: findState(stack) };
      lines.set(key, coloured, key.length + html.length + 50);
      return coloured;
    },
  };
}
