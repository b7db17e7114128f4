import { Problem } from "../../platform/problem.ts";

/** Parsing and checking a body takes time by its values more than by its bytes. */
const maxValues = 100_000;

const [quote, backslash, comma, openList, openRecord] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Refuses a body of so many values that reading it would keep other callers waiting.
 *
 * @throws Problem PAYLOAD_TOO_LARGE
 */
export function refuseTooManyValues(json: Uint8Array): void {
  let values = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (isInText) {
      if (byte === backslash) at += 1;
      else if (byte === quote) isInText = false;
    } else if (byte === quote) isInText = true;
    else if (byte === comma || byte === openList || byte === openRecord) values += 1;
    if (values > maxValues)
      throw new Problem("PAYLOAD_TOO_LARGE", `The body may hold ${maxValues} values.`);
  }
}
