import { Problem } from "../../platform/problem.ts";

/** The time to parse and check a body depends more on its number of values than on its bytes. */
const maxValues = 100_000;

const [quote, backslash, comma, openList, openRecord] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b];

/**
 * Refuses a body with so many values that reading it would delay other callers.
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
      throw new Problem("PAYLOAD_TOO_LARGE", `The body may contain ${maxValues} values.`);
  }
}
