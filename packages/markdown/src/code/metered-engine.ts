import { createJavaScriptRegexEngine } from "@shikijs/engine-javascript";
import type { RegexEngine } from "@shikijs/primitive";
import { limits } from "../values/limits.ts";

/** Thrown when colouring a block takes more steps than its limit. */
export class WorkExceeded extends Error {
  constructor() {
    super("Colouring the code block takes too many steps.");
    this.name = "WorkExceeded";
  }
}

/** A regular expression engine that counts its work, so that a block's work is bounded without a clock. */
export interface MeteredEngine extends RegexEngine {
  /** Restarts the count. */
  readonly beginBlock: () => void;
}

/** The cost of a search in addition to the characters before it. */
const searchCost = 16;

/** Wraps an engine; its searches throw `WorkExceeded` once a block's steps are used up. */
function meterEngine(engine: RegexEngine): MeteredEngine {
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

// The engine of JavaScript itself is used: it needs no WebAssembly and is faster on these pages. Patterns that it
// cannot express are skipped instead of refusing the grammar.
export const makeEngine = (): MeteredEngine =>
  meterEngine(createJavaScriptRegexEngine({ forgiving: true }));
