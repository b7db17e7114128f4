import { isList, isObject } from "@lintel/json/value";
import type { Exchange } from "./exchange.types.ts";
import { headerOf } from "./header-of.ts";

/**
 * What an answer means for access.
 *
 * - `granted`: 2xx.
 * - `refused`: 401, 403, 404, 405, 410, or a redirect to a page for signing in.
 * - `limited`: 429, which says nothing about access.
 * - `failed`: 5xx, or no answer.
 * - `other`: everything else, such as 400 and 409.
 */
export type Verdict = "granted" | "refused" | "limited" | "failed" | "other";

const refusals = new Set([401, 403, 404, 405, 410]);
const signInPage = /log-?in|sign-?in|auth|sso|session/i;

export function judgeAnswer({ status, responseHeaders }: Exchange): Verdict {
  if (status >= 200 && status < 300) return "granted";
  if (refusals.has(status)) return "refused";
  if (status === 429) return "limited";
  if (status === 0 || status >= 500) return "failed";
  const location = headerOf(responseHeaders, "location") ?? "";
  return status >= 300 && status < 400 && signInPage.test(location) ? "refused" : "other";
}

export const isGranted = (exchange: Exchange): boolean => judgeAnswer(exchange) === "granted";
export const isRefused = (exchange: Exchange): boolean => judgeAnswer(exchange) === "refused";

/** Leaves of a large answer after this number are ignored. */
const maxLeaves = 2000;

function listLeaves(value: unknown, path: string, leaves: Set<string>): Set<string> {
  if (leaves.size >= maxLeaves) return leaves;
  if (isList(value)) for (const item of value) listLeaves(item, `${path}/*`, leaves);
  else if (isObject(value))
    for (const [name, member] of Object.entries(value))
      listLeaves(member, `${path}/${name}`, leaves);
  else leaves.add(`${path} ${JSON.stringify(value)}`);
  return leaves;
}

/**
 * Whether two answers show the same record: at least four fifths of the values of the first are in
 * the second. Times and counters may differ. Texts that are not JSON must be equal.
 */
export function showsSame(first: Exchange, second: Exchange): boolean {
  if (first.json === undefined || second.json === undefined) return first.text === second.text;
  const expected = listLeaves(first.json, "", new Set());
  const found = listLeaves(second.json, "", new Set());
  if (expected.size === 0) return found.size === 0;
  const shared = [...expected].filter((leaf) => found.has(leaf)).length;
  return shared / expected.size >= 0.8;
}
