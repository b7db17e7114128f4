import { runBounded, TooSlowError } from "./run-bounded.ts";

const maxPatternLength = 1000;
/** Maximum characters of a text that a pattern searches. */
export const maxMatchedLength = 100_000;
/** Time limit in a turn of the event loop. Harmless patterns take a hundredth of it. */
const limitMs = 80;

/** A pattern that cannot be used, or that took too long. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

export interface Pattern {
  /** The first match: its first group, or the whole match without a group; null without a match. */
  find(text: string): string | null;
}

function compileExpression(source: string): RegExp {
  try {
    // Unicode mode enables \p{…} and whole code points, but rejects some escapes of older patterns.
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}

/**
 * With at most one quantifier or choice, a match is at most quadratic, which is acceptable for a short text. Escaped
 * ones count as well, so the rule may only guard too many patterns.
 */
function isCheap(source: string): boolean {
  return (source.match(/[*+?{|]/g)?.length ?? 0) <= 1;
}

function findFirst(expression: RegExp, text: string): string | null {
  const match = expression.exec(text);
  return match === null ? null : (match[1] ?? match[0]);
}

/** @throws PatternError if the pattern is too long or not a regular expression. */
export function compilePattern(source: string): Pattern {
  if (source.length > maxPatternLength) {
    throw new PatternError(`a pattern has at most ${maxPatternLength} characters`);
  }
  let expression: RegExp;
  try {
    expression = compileExpression(source);
  } catch (error) {
    throw new PatternError(error instanceof Error ? error.message : String(error));
  }
  const cheap = isCheap(source);
  return {
    find(text) {
      const seen = text.length > maxMatchedLength ? text.slice(0, maxMatchedLength) : text;
      if (cheap && seen.length <= 1000) return findFirst(expression, seen);
      try {
        return runBounded(() => findFirst(expression, seen), limitMs);
      } catch (error) {
        if (!(error instanceof TooSlowError)) throw error;
        throw new PatternError(
          `the pattern ${error.message} on this text: make its repetitions simpler`,
        );
      }
    },
  };
}
