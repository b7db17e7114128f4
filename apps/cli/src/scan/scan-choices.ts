import type { Severity } from "@lintel/contract/words/security";
import type { OptionValues } from "../command-line/option.types.ts";
import { usageFailure } from "../outcome/failure.ts";
import type { Engine } from "./load-engine.ts";

export interface ScanChoices {
  readonly failOn: Severity | "never";
  /** 0 to 1. */
  readonly minCoverage: number;
  readonly reports: readonly { readonly format: string; readonly file: string }[];
  readonly isPlan: boolean;
  readonly isVerbose: boolean;
}

/** @throws Failure */
export function readScanChoices(options: OptionValues, engine: Engine): ScanChoices {
  return {
    failOn: (options.text("fail-on") ?? "high") as Severity | "never",
    minCoverage: readCoverage(options.text("min-coverage") ?? "0"),
    reports: options.all("report").map((text) => readReport(text, engine.reportFormats())),
    isPlan: options.isSet("plan"),
    isVerbose: options.isSet("verbose"),
  };
}

function readCoverage(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw usageFailure(
    `--min-coverage cannot be "${text}".`,
    "Write a number from 0 to 1, such as 0.8.",
  );
}

function readReport(text: string, formats: readonly string[]) {
  const equals = text.indexOf("=");
  const [format, file] = [text.slice(0, equals), text.slice(equals + 1)];
  if (equals > 0 && formats.includes(format) && file !== "") return { format, file };
  throw usageFailure(
    `--report cannot be "${text}".`,
    `Write a format and a path: --report sarif=scan.sarif. Formats: ${formats.join(", ")}.`,
  );
}
