import { compareSettings } from "@lintel/contract/words/comparison";
import type { SeveritySetting } from "@lintel/compare/model/rule.types";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";

export type Format = "text" | "markdown" | "json";
export type FailOn = "breaking" | "warn" | "never";

export interface CompareChoices {
  readonly format: Format;
  readonly failOn: FailOn;
  readonly severities: Readonly<Record<string, SeveritySetting>>;
  /** The file to write, or null for stdout. */
  readonly output: string | null;
}

export function readCompareChoices(options: OptionValues): CompareChoices {
  const format = options.text("format");
  const failOn = options.text("fail-on");
  const output = options.text("output") ?? "-";
  return {
    format: format === "markdown" || format === "json" ? format : "text",
    failOn: failOn === "warn" || failOn === "never" ? failOn : "breaking",
    severities: Object.fromEntries(options.all("rule").map(readRule)),
    output: output === "-" ? null : output,
  };
}

/** @throws Failure */
function readRule(text: string): [name: string, severity: SeveritySetting] {
  const equals = text.indexOf("=");
  const severity = compareSettings.find((one) => one === text.slice(equals + 1));
  if (equals > 0 && severity !== undefined) return [text.slice(0, equals), severity];
  throw usageFailure(
    `--rule cannot be "${text}".`,
    "Write a rule and its severity: --rule endpoint-removed=warn; off, info, warn or breaking. `lintel compare --rules` lists the rules.",
  );
}
