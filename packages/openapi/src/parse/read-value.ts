import { documentLimits, type DocumentLimits, type RepeatedNames } from "./source.ts";
import { readJson, type ReadValue } from "./parse-exact.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * A text that begins as an object with quoted names is probably JSON, so that the error is one of
 * JSON.
 */
const jsonStart = /^\s*(?:\{\s*["}]|\[)/;

export interface ReadText extends ReadValue {
  readonly format: "json" | "yaml";
}

/**
 * Reads a text as JSON or YAML, whether or not it is an OpenAPI document.
 * @throws DocumentError if it is neither, or exceeds a limit.
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
