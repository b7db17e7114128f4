import type { CallOf } from "@lintel/contract/operation";
import type { runSuite } from "@lintel/contract/operations/run";
import type { OptionValues } from "../command-line/option.types.ts";
import { parseReportTargets, type ReportTarget } from "./report-target.ts";
import { readVariables } from "./variables.ts";

export type RunCall = CallOf<typeof runSuite>;

/** The options of a run, without those of the connection. */
export interface RunChoices {
  /** The fields of the request that come from options. */
  readonly fields: Partial<RunCall>;
  readonly cases: readonly string[];
  readonly reports: readonly ReportTarget[];
  readonly isJson: boolean;
  readonly isQuiet: boolean;
  readonly isVerbose: boolean;
  readonly failsOnBlocked: boolean;
  readonly timeoutMs: number | null;
}

/** @throws Failure if a value is invalid. */
export function readRunChoices(options: OptionValues): RunChoices {
  const isJson = options.isSet("json");
  const seconds = options.number("timeout");
  return {
    fields: readFields(options),
    cases: options.all("case"),
    reports: parseReportTargets(options.all("report"), isJson),
    isJson,
    isQuiet: options.isSet("quiet"),
    isVerbose: options.isSet("verbose"),
    failsOnBlocked: options.isSet("fail-on-blocked"),
    timeoutMs: seconds === undefined ? null : seconds * 1000,
  };
}

function readFields(options: OptionValues): Partial<RunCall> {
  const variables = readVariables(options.all("var-file"), options.all("var"));
  const tags = [...new Set(options.all("tag"))];
  const fields = {
    threads: options.number("threads"),
    iterations: options.number("iterations"),
    delayMs: options.number("delay"),
    onError: options.text("on-error"),
    tags: tags.length === 0 ? undefined : tags,
    variables: Object.keys(variables).length === 0 ? undefined : variables,
  };
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<RunCall>;
}
