import type { Warning } from "@lintel/contract/shapes/design";
import { quote } from "@lintel/json/shorten";
import { warn } from "../../../domain/design/warnings.ts";

/** The names of a template's variables, in order. */
export const listVariables = (path: string): string[] =>
  Array.from(path.matchAll(/\{([^{}]*)\}/g), ([, name = ""]) => name);

export const parameterMissing = (name: string): Warning =>
  warn(
    "PATH_PARAMETER_MISSING",
    ["path"],
    `The path has ${quote(`{${name}}`)}, and no path parameter of this name describes it: OpenAPI demands one. Add it, or change the path.`,
  );
