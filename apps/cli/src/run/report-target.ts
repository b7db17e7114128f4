import { accessSync, constants, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { reportFormats } from "@lintel/contract/shapes/test-names.generated";
import type { ReportFormat } from "@lintel/contract/shapes/test-run";
import { usageFailure, type Failure } from "../outcome/failure.ts";
import { makeFolders } from "../output/make-folders.ts";
import type { Terminal } from "../output/terminal.ts";

/** Where a report is to be written; `-` is stdout. */
export interface ReportTarget {
  readonly format: ReportFormat;
  readonly path: string;
}

/** Reads `--report` as it was given. @throws Failure */
export function parseReportTargets(texts: readonly string[], isJson: boolean): ReportTarget[] {
  const targets = texts.map(parseReportTarget);
  const printed = targets.filter((target) => target.path === "-").length;
  if (printed + (isJson ? 1 : 0) > 1) {
    throw usageFailure(
      "Two documents cannot share stdout.",
      "Give one of --report FORMAT=- and --json, and a file to the others.",
    );
  }
  return targets;
}

function parseReportTarget(text: string): ReportTarget {
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const format = reportFormats.find((one) => one === name);
  if (format !== undefined && equals > 0 && equals < text.length - 1) {
    return { format, path: text.slice(equals + 1) };
  }
  throw usageFailure(
    `--report cannot be "${text}".`,
    `Write a format and a path, such as --report junit=report.xml. Formats: ${reportFormats.join(", ")}.`,
  );
}

/** Makes the folders of the reports, so that a wrong path is found before the run. */
export function prepareReportTargets(targets: readonly ReportTarget[]): void {
  for (const target of targets) {
    if (target.path === "-") continue;
    try {
      const folder = path.dirname(target.path);
      makeFolders(folder);
      const present = statSync(target.path, { throwIfNoEntry: false });
      if (present?.isDirectory() === true) throw new Error("it is a folder");
      accessSync(present === undefined ? folder : target.path, constants.W_OK);
    } catch (error) {
      throw refuseTarget(target, error);
    }
  }
}

/** Writes the reports that were asked for, each to its place. @throws Failure */
export function writeReports(
  targets: readonly ReportTarget[],
  texts: ReadonlyMap<ReportFormat, string>,
  terminal: Terminal,
): void {
  for (const target of targets) {
    const text = texts.get(target.format) ?? "";
    if (target.path === "-") terminal.emit(text);
    else {
      writeReport(target, text);
      terminal.note(`Report: ${target.format} in ${target.path}`);
    }
  }
}

/** @throws Failure */
export function writeReport(target: ReportTarget, text: string): void {
  try {
    writeFileSync(target.path, text);
  } catch (error) {
    throw refuseTarget(target, error);
  }
}

function refuseTarget({ format, path: file }: ReportTarget, error: unknown): Failure {
  return usageFailure(
    `The ${format} report cannot be written to ${file}: ${(error as Error).message}.`,
    "Choose a path that you can write to.",
  );
}
