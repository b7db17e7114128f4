import type { Finding } from "../values/finding.ts";
import { writePointer, type Step } from "@lintel/json/pointer";
import { quote } from "@lintel/json/shorten";

/** The finding for a name that an object has twice; the path ends with the name. */
export const describeRepeated = (path: readonly Step[], name: string): Finding => ({
  code: "DUPLICATE_KEY",
  severity: "error",
  pointer: writePointer(path),
  message: `The object has the key ${quote(name)} twice: the last one counts. Remove or rename the others.`,
});
