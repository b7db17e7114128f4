import { documentLimits, type DocumentLimits, type RepeatedNames } from "./source.ts";
import { readJson, type ReadValue } from "./parse-exact.ts";
import { readYaml } from "./read-yaml.ts";

/** What begins as an object with quoted names is meant as JSON, and told so where it is wrong. */
const jsonStart = /^\s*(?:\{\s*["}]|\[)/;

export interface ReadText extends ReadValue {
  readonly format: "json" | "yaml";
}

/**
 * Reads a text as JSON or YAML, whatever document it is.
 * @throws DocumentError where it is neither, or beyond a limit.
 */
export function readValue(
  text: string,
  limits: DocumentLimits = documentLimits,
  repeated: RepeatedNames = "refuse",
): ReadText {
  return jsonStart.test(text)
    ? { ...readJson(text, limits.depth, repeated), format: "json" }
    : { ...readYaml(text, limits, repeated), format: "yaml" };
}
