import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import type { RegexEngine } from "@shikijs/primitive";
import { limits } from "../values/limits.ts";

/** The colouring of a block took more steps than it may. */
export class WorkExceeded extends Error {
  constructor() {
    super("So much work is not put into the colours of one code block.");
    this.name = "WorkExceeded";
  }
}

/** A regular expression engine whose work is counted, so that a block's is bounded without a clock. */
export interface MeteredEngine extends RegexEngine {
  /** Begins the count anew. */
  readonly beginBlock: () => void;
}

/** What a search costs beyond the characters before it. */
const searchCost = 16;

/** Wraps an engine; its searches throw `WorkExceeded` once a block's steps are used up. */
export function meterEngine(engine: RegexEngine): MeteredEngine {
  let work = 0;
  return {
    beginBlock() {
      work = 0;
    },
    createString: (text) => engine.createString(text),
    createScanner(patterns) {
      const scanner = engine.createScanner(patterns);
      return {
        findNextMatchSync(text, start, options) {
          const length = typeof text === "string" ? text.length : text.content.length;
          work += searchCost + length - start;
          if (work > limits.codeWork) throw new WorkExceeded();
          return scanner.findNextMatchSync(text, start, options);
        },
        ...(scanner.dispose === undefined ? {} : { dispose: () => scanner.dispose?.() }),
      };
    },
  };
}

// Of the two engines the one of the language itself is taken: no WebAssembly to start, and quicker on these pages.
// Patterns that it cannot express are left out instead of refusing the grammar.
export const makeEngine = (): MeteredEngine =>
  meterEngine(createJavaScriptRegexEngine({ forgiving: true }));
