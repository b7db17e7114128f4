import { Problem } from "../../platform/problem.ts";

/** The time to parse and check a body depends more on its number of values than on its bytes. */
const maxValues = 100_000;
/** A record with names that no other has is slow to make and to walk: each costs as much as several values. */
const maxNames = 20_000;

const [quote, backslash, colon, comma, openList, openRecord] = [0x22, 0x5c, 0x3a, 0x2c, 0x5b, 0x7b];

/**
 * Refuses a body with so many values, or so many different names of members, that reading it would delay
 * other callers.
 *
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export function refuseTooManyValues(json: Buffer): void {
  const names = new Set<string>();
  let values = 0;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      const end = findQuote(json, at + 1);
      if (json[skipBlanks(json, end + 1)] === colon)
        names.add(json.toString("latin1", at + 1, end));
      at = end;
    } else if (byte === comma || byte === openList || byte === openRecord) values += 1;
    if (values > maxValues) throw tooLarge(`${maxValues} values`);
    if (names.size > maxNames) throw tooLarge(`${maxNames} different names of members`);
  }
}

function tooLarge(limit: string): Problem {
  return new Problem("PAYLOAD_TOO_LARGE", `The body may contain ${limit}.`);
}

/** Where a text ends: at its closing quote, or with the body. */
function findQuote(json: Buffer, start: number): number {
  let at = start;
  for (; at < json.length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
  return at;
}

function skipBlanks(json: Buffer, start: number): number {
  let at = start;
  while ((json[at] ?? 0) <= 0x20 && at < json.length) at += 1;
  return at;
}
