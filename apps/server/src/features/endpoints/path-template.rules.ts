import { Problem } from "../../platform/problem.ts";
import { listVariables } from "./parts/path-variables.ts";

/** OpenAPI 3.2, Paths Object: a path begins with a slash and contains each variable once. */
export function checkPath(path: string): void {
  const reason = findFault(path);
  if (reason !== null) throw new Problem("PATH_INVALID", reason, { path });
}

function findFault(path: string): string | null {
  if (!path.startsWith("/")) return "The path must begin with a slash.";
  // Lone halves of surrogate pairs, and what is not seen, lead nowhere.
  if (/[\p{Cc}\p{Cs}\s]/u.test(path)) {
    return "The path has a blank or a control character: percent-encode it.";
  }
  const mark = /[?#]/.exec(path.replaceAll(/\{[^{}]*\}/g, ""))?.[0];
  if (mark !== undefined) {
    return `The path has a ${mark}: describe a query with parameters, and leave fragments out.`;
  }
  return findBraceFault(path) ?? findNameFault(listVariables(path));
}

function findBraceFault(path: string): string | null {
  let opened: number | null = null;
  for (const { 0: brace, index: at } of path.matchAll(/[{}]/g)) {
    if (brace === "{") {
      if (opened !== null) {
        return `The brace at character ${at + 1} opens inside that at character ${opened + 1}.`;
      }
      opened = at;
    } else {
      if (opened === null) return `The brace at character ${at + 1} closes none.`;
      opened = null;
    }
  }
  return opened === null ? null : `The brace at character ${opened + 1} is never closed.`;
}

function findNameFault(names: readonly string[]): string | null {
  if (names.includes("")) return "A variable has no name: write it between the braces.";
  const wrong = names.find((name) => /[/?#%]/.test(name));
  if (wrong !== undefined)
    return `{${wrong}} cannot be the name of a variable: remove / ? # and %.`;
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  return repeated === undefined ? null : `The path has the variable {${repeated}} twice.`;
}

/** The new name of each variable of a changed path, or null if it was removed. */
export type VariableChanges = ReadonlyMap<string, string | null>;

/**
 * A name in both paths is the same variable. Of the others, variables at the same position were
 * renamed.
 */
export function matchVariables(before: string, after: string): VariableChanges {
  const old = listVariables(before);
  const now = listVariables(after);
  return new Map(
    old.map((name, at) => {
      if (now.includes(name)) return [name, name];
      const there = now[at];
      return [name, there === undefined || old.includes(there) ? null : there];
    }),
  );
}
