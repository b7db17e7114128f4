import type { OptionSpec } from "./option.types.ts";

/** Of the commands that set variables and secrets of an environment. */
export const valueOptions: readonly OptionSpec[] = [
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
    summary: "Read variables from a JSON object or from lines NAME=value; --var counts before it",
  },
  {
    name: "secret",
    value: "NAME",
    isRepeatable: true,
    summary: "Set a secret; its value is asked for, or read from standard input",
  },
  {
    name: "secret-file",
    value: "FILE",
    isRepeatable: true,
    summary: "Read secrets from a JSON object or from lines NAME=value",
  },
];
