import { runBounded, TooSlowError } from "./run-bounded.ts";

export const maxPatternLength = 1000;
/** Characters of a text that a pattern sees. */
export const maxMatchedLength = 100_000;
/** Of a turn of the event loop. Patterns that mean no harm take a hundredth of it. */
const limitMs = 80;

/** A pattern that cannot be used, or that took too long on a text. */
export class PatternError extends Error {
  override readonly name = "PatternError";
}

export interface Pattern {
  /** The first match: its first group, or the whole where there is no group; null without a match. */
  find(text: string): string | null;
}

function compileExpression(source: string): RegExp {
  try {
    // Unicode mode gives \p{…} and whole code points; older patterns escape more than it allows.
    return new RegExp(source, "u");
  } catch {
    return new RegExp(source);
  }
}

/**
 * At most one quantifier or choice cannot make a match worse than quadratic, which a short text
 * bears; every escaped one counts as well, so that the rule errs to the watched side.
 */
function isCheap(source: string): boolean {
  return (source.match(/[*+?{|]/g)?.length ?? 0) <= 1;
}

function findFirst(expression: RegExp, text: string): string | null {
  const match = expression.exec(text);
  return match === null ? null : (match[1] ?? match[0]);
}

/** @throws PatternError where the pattern is too long or no regular expression. */
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
