import { parseArgs } from "node:util";
import { usageFailure, type Failure } from "../outcome/failure.ts";
import { findCloseMatches } from "@lintel/json/close-matches";
import type { OptionSpec, OptionValues } from "./option.types.ts";

export interface ParsedLine {
  readonly options: OptionValues;
  readonly operands: readonly string[];
}

/**
 * Parses the options and operands of a command.
 * @throws Failure if the command does not have an option, or a value is invalid.
 */
export function parseOptions(
  command: string,
  specs: readonly OptionSpec[],
  line: readonly string[],
): ParsedLine {
  const given = new Map<string, string[]>();
  const { tokens, positionals } = parseArgs({
    args: addImplied(specs, line),
    options: Object.fromEntries(specs.map((spec) => [spec.name, toParseOption(spec)])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const spec = specs.find(({ name }) => name === token.name);
    if (spec === undefined) throw refuseUnknown(command, specs, token.rawName);
    const value = readValue(command, spec, token.value, token.inlineValue === true);
    const values = given.get(spec.name) ?? [];
    if (values.length > 0 && spec.isRepeatable !== true && spec.value !== undefined) {
      throw usageFailure(`--${spec.name} was given twice.`, "Give it once.");
    }
    given.set(spec.name, [...values, value]);
  }
  return { options: toValues(given, specs), operands: positionals };
}

/** Node's parser has no optional values: it would take the next operand as the value. */
function addImplied(specs: readonly OptionSpec[], line: readonly string[]): string[] {
  const end = line.indexOf("--");
  return line.map((part, at) => {
    const spec = specs.find(({ name }) => part === `--${name}`);
    if (spec?.implied === undefined || (end >= 0 && at > end)) return part;
    return spec.choices?.includes(line[at + 1] ?? "") === true ? part : `${part}=${spec.implied}`;
  });
}

function toParseOption(spec: OptionSpec) {
  return {
    type: spec.value === undefined ? ("boolean" as const) : ("string" as const),
    ...(spec.short === undefined ? {} : { short: spec.short }),
  };
}

function readValue(
  command: string,
  spec: OptionSpec,
  value: string | undefined,
  isInline: boolean,
): string {
  if (spec.value === undefined) {
    if (value === undefined) return "";
    throw usageFailure(`--${spec.name} takes no value.`, `Write --${spec.name} alone.`);
  }
  if (value === undefined || (value.startsWith("--") && !isInline)) {
    throw usageFailure(
      `--${spec.name} needs a value.`,
      `Write --${spec.name} ${spec.value}; \`lintel help ${command}\` shows examples.`,
    );
  }
  checkValue(spec, value);
  return value;
}

function checkValue(spec: OptionSpec, value: string): void {
  if (spec.choices !== undefined && !spec.choices.includes(value)) {
    throw usageFailure(
      `--${spec.name} cannot be "${value}".`,
      `Choose one of ${spec.choices.join(", ")}.`,
    );
  }
  if (spec.range === undefined) return;
  const [least, most] = spec.range;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : NaN;
  if (!(number >= least && number <= most)) {
    throw usageFailure(
      `--${spec.name} cannot be "${value}".`,
      `Give a whole number from ${least} to ${most}.`,
    );
  }
}

function refuseUnknown(command: string, specs: readonly OptionSpec[], rawName: string): Failure {
  if (rawName === "--key" || rawName === "--api-key") {
    return usageFailure(
      `${rawName} does not exist, because command lines are stored in histories and logs.`,
      "Set LINTEL_API_KEY, or store the key with `lintel login`.",
    );
  }
  const names = specs.map((spec) => `--${spec.name}`);
  const close = findCloseMatches(rawName, names, 3);
  return usageFailure(
    `${command === "" ? "lintel" : `lintel ${command}`} has no option ${rawName}.`,
    close.length > 0
      ? `Did you mean ${close.join(" or ")}?`
      : `\`lintel help${command === "" ? "" : ` ${command}`}\` lists its options.`,
  );
}

function toValues(
  given: ReadonlyMap<string, readonly string[]>,
  specs: readonly OptionSpec[],
): OptionValues {
  const text = (name: string) => given.get(name)?.at(-1);
  return {
    text,
    all: (name) => given.get(name) ?? [],
    isSet: (name) => given.has(name),
    isKnown: (name) => specs.some((spec) => spec.name === name),
    number(name) {
      const value = text(name);
      return value === undefined ? undefined : Number(value);
    },
  };
}
