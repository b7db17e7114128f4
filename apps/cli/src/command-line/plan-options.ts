import type { OptionSpec } from "./option.types.ts";

/** Options that name what is deprecated. */
export const targetOptions: readonly OptionSpec[] = [
  { name: "spec", value: "SPEC", summary: "The specification, by name or id (required)" },
  {
    name: "version",
    value: "VERSION",
    summary: "The version of the operation, or without OPERATION what is deprecated itself",
    otherwise: "the newest version",
  },
];

export const sunsetOption: OptionSpec = {
  name: "sunset",
  value: "DATE",
  summary: "When it ends: a date, which is 00:00 UTC, or an instant such as 2027-06-01T12:00:00Z",
};

/** The value of an option that turns something on or off; without one, on. */
export const whether = { value: "[WHETHER]", choices: ["yes", "no"], implied: "yes" } as const;

/** Options of the commands that announce and change plans. */
export const planOptions: readonly OptionSpec[] = [
  sunsetOption,
  { name: "guide", value: "FILE", summary: "A Markdown file that says how clients move" },
  {
    name: "successor",
    value: "OPERATION",
    summary: "The operation of the specification that replaces it; none removes the successor",
  },
  { name: "successor-spec", value: "SPEC", summary: "The specification that replaces it" },
  {
    name: "headers",
    ...whether,
    summary: "Whether responses have the headers Deprecation, Sunset and Link",
    otherwise: "yes",
  },
  {
    name: "reduce-rate",
    value: "PERCENT",
    range: [0, 100],
    summary: "By how much the rate limit is reduced in the sunset phase; 0 does not reduce it",
  },
  { name: "shutdown", ...whether, summary: "Whether calls are answered 410 from the sunset on" },
  {
    name: "brown-outs",
    value: "DAYS",
    range: [0, 365],
    summary: "With --shutdown: for how many days before the sunset some calls are answered 410",
    otherwise: "7",
  },
];
