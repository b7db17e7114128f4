import type { OptionSpec } from "./option.types.ts";

/** Options of the commands that set variables. */
export const variableOptions: readonly OptionSpec[] = [
  {
    name: "var",
    value: "NAME=VALUE",
    isRepeatable: true,
    summary: "Set a variable to a text; NAME:=JSON sets a number, a list, …",
  },
  {
    name: "var-file",
    value: "FILE",
    isRepeatable: true,
    summary: "Read variables from a JSON object or from lines NAME=value; --var overrides them",
  },
];

/** Options of the commands that set variables and secrets of an environment. */
export const valueOptions: readonly OptionSpec[] = [
  ...variableOptions,
  {
    name: "secret",
    value: "NAME",
    isRepeatable: true,
    summary: "Set a secret; the value is prompted for or read from standard input",
  },
  {
    name: "secret-file",
    value: "FILE",
    isRepeatable: true,
    summary: "Read secrets from a JSON object or from lines NAME=value",
  },
];

/** Whether an environment is read-only; without a value, it is. */
export const readOnlyOption: OptionSpec = {
  name: "read-only",
  value: "[WHETHER]",
  choices: ["yes", "no"],
  implied: "yes",
  summary: "Block every request except GET, HEAD, OPTIONS and QUERY, or allow all with no",
};
