import { INITIAL, type StateStack } from "@shikijs/vscode-textmate";
import { makeBoundedCache } from "../values/bounded-cache.ts";

// The colours of a line follow from its text and from the state of the grammar before it. Lines recur within a block,
// in other blocks, and in the editor with every keystroke elsewhere, so each is read once.

/** A known state: equal states share one object. */
export interface KnownState {
  readonly id: number;
  readonly stack: StateStack;
}

export interface ColouredLine {
  readonly html: string;
  /** The state before the next line. */
  readonly next: KnownState;
}

type ReadLine = (line: string, stack: StateStack) => { html: string; stack: StateStack };

/** The lines of one language that have been coloured. */
export interface KnownLines {
  readonly start: KnownState;
  readonly colour: (line: string, state: KnownState, read: ReadLine) => ColouredLine;
}

/** Characters of text and HTML of the cached lines of one language. */
const maxWeight = 1_000_000;

/** Beyond this number, states are no longer compared: a hostile block could produce a new one with each line. */
const maxStates = 100;

export function makeKnownLines(): KnownLines {
  const lines = makeBoundedCache<ColouredLine>(maxWeight);
  const start: KnownState = { id: 0, stack: INITIAL };
  const states: KnownState[] = [];
  let ids = 0;

  function findState(stack: StateStack): KnownState {
    const known = states.find((state) => state.stack === stack || state.stack.equals(stack));
    if (known !== undefined) return known;
    ids += 1;
    const state: KnownState = { id: ids, stack };
    if (states.length < maxStates) states.push(state);
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
