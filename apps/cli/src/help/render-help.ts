import type { Command } from "../command-line/command.types.ts";
import type { OptionSpec } from "../command-line/option.types.ts";
import { helpOption } from "../command-line/shared-options.ts";
import { exitCodes } from "../outcome/exit-codes.ts";
import { settings } from "../settings/setting-table.ts";
import { wrapText } from "./wrap-text.ts";

const columns = 96;

/** Environment variables that are not settings. */
const otherVariables = [
  ["LINTEL_PROFILE", "The profile of the config file to use"],
  ["NO_COLOR", "Print without colours"],
  ["LINTEL_DEBUG", "1 shows where in the command an error occurred"],
] as const;

export function renderOverview(commands: readonly Command[]): string[] {
  return [
    "lintel imports API documents into a Lintel service, compares them, and runs test suites.",
    "",
    "Usage",
    "  lintel COMMAND [options]",
    "",
    "Commands",
    ...renderPairs(commands.map(({ name, summary }) => [name, summary])),
    "",
    "First steps",
    "  lintel login",
    "  lintel list projects",
    "  lintel import openapi openapi.yaml --project Bookshop",
    "  lintel compare old.yaml new.yaml",
    "  lintel run Smoke --project Bookshop --env Staging --report junit=report.xml",
    "",
    "Environment",
    ...renderPairs([
      ...settings.map(({ variable, summary }) => [variable, summary] as const),
      ...otherVariables,
    ]),
    "",
    "Exit codes",
    ...renderPairs(
      Object.values(exitCodes).map(({ code, meaning }) => [String(code), meaning] as const),
    ),
    "",
    "`lintel help COMMAND` shows options and examples. `lintel --version` prints the version.",
  ];
}

export function renderGroupHelp(name: string, commands: readonly Command[]): string[] {
  return [
    `Usage`,
    ...commands.map((command) => `  lintel ${command.name} ${command.usage}`),
    "",
    `\`lintel help ${name} ${commands[0]?.name.split(" ")[1] ?? ""}\` shows one of them.`,
  ];
}

export function renderCommandHelp(command: Command): string[] {
  const options = [...command.options, helpOption];
  return [
    `${command.summary}.`,
    "",
    "Usage",
    `  lintel ${command.name} ${command.usage}`,
    "",
    "Options",
    ...renderPairs(options.map((option) => [writeOption(option), describeOption(option)])),
    ...(command.notes ?? []).flatMap((note) => [""].concat(wrapText(note, columns))),
    "",
    "Examples",
    ...command.examples.flatMap(({ line, does }) => [`  ${line}`, `      ${does}`]),
  ];
}

/** `-p, --project P`. */
export function writeOption({ name, short, value }: OptionSpec): string {
  const letter = short === undefined ? "" : `-${short}, `;
  return `${letter}--${name}${value === undefined ? "" : ` ${value}`}`;
}

function describeOption({ summary, isRepeatable, range, otherwise }: OptionSpec): string {
  return [
    summary,
    ...(range === undefined ? [] : [`${range[0]} to ${range[1]}`]),
    ...(otherwise === undefined ? [] : [`default: ${otherwise}`]),
    ...(isRepeatable === true ? ["may be repeated"] : []),
  ].join("; ");
}

function renderPairs(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([left]) => left.length)) + 4;
  return pairs.flatMap(([left, right]) =>
    wrapText(right, columns - width).map(
      (line, at) => (at === 0 ? `  ${left}` : "").padEnd(width) + line,
    ),
  );
}
