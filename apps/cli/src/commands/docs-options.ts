import type { OptionSpec } from "../command-line/option.types.ts";

export const docOption: OptionSpec = {
  name: "doc",
  value: "D",
  summary: "The documentation's name, slug or id",
  otherwise: "the only one of the project",
};

/** The documentation of commands whose folder stores which one it was synced with. */
export const syncedDocOption: OptionSpec = {
  ...docOption,
  otherwise: "that of the last sync, or the only one",
};

export const visibilityOption: OptionSpec = {
  name: "visibility",
  value: "V",
  choices: ["public", "authenticated", "internal"],
  summary: "Who may read it once it is published; public means anyone",
};
