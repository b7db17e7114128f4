import path from "node:path";
import { logFormats } from "@lintel/traffic/access-log";
import { createMatcher } from "@lintel/traffic/create-matcher";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { locateConfig } from "../settings/config-file.ts";
import { makeTally, type Tally, type UsageEntry } from "./count-calls.ts";
import { importLog } from "./import-log.ts";
import { openImportState } from "./import-state.ts";
import { findPlace } from "./read-rules.ts";

/** Counts the calls of access logs by the operations that they are for. */
export async function importLogs(invocation: Invocation): Promise<Exit> {
  const { options, operands, env } = invocation;
  const project = await openProject(invocation);
  const { connection, terminal, projectId } = project;
  const place = await findPlace(project, options);
  const { operations } = await connection.call("read the traffic rules", "getTrafficRules", {
    projectId,
    ...place,
  });
  if (operations.length === 0)
    throw usageFailure(
      "No published operation was found to match calls with.",
      "Publish a version, or name specifications in the route of the environment.",
    );
  const isDry = options.isSet("dry-run");
  const stateFile =
    options.text("state") ?? path.join(path.dirname(locateConfig(env)), "usage-imports.json");
  const tally = makeTally();
  const found = { batches: 0, repeats: 0, gatewayDays: new Set<string>() };
  const send = async (batchId: string, calls: UsageEntry[]) => {
    if (isDry) return;
    const input = { projectId, batchId, source: "access-log", ...place, calls };
    const { isRepeat, warnings } = await connection.call("count the calls", "reportUsage", input);
    found.batches += 1;
    if (isRepeat) found.repeats += 1;
    for (const day of warnings.flatMap(({ days }) => days)) found.gatewayDays.add(day);
  };
  for (const file of operands) {
    let lines = 0;
    await importLog(file, {
      matcher: createMatcher(operations),
      format: logFormats.find((format) => format === options.text("format")) ?? null,
      consumerField: options.text("consumer-field"),
      tally,
      now: Date.now(),
      place: `${connection.url} ${projectId}`,
      state: openImportState(stateFile, !isDry),
      send,
      onProgress(more) {
        lines += more;
        if (terminal.isLive) terminal.showLive(`${path.basename(file)}: ${lines} lines`);
      },
    });
  }
  if (options.isSet("json")) terminal.emit(JSON.stringify(toJson(tally, found), null, 2));
  else for (const line of describe(tally, found, isDry)) terminal.say(line);
  if (found.gatewayDays.size > 0) terminal.note(warnOf(found, place.environmentId !== undefined));
  return "passed";
}

interface Sent {
  readonly batches: number;
  readonly repeats: number;
  /** In UTC. */
  readonly gatewayDays: ReadonlySet<string>;
}

function warnOf({ gatewayDays }: Sent, isOfEnvironment: boolean): string {
  const days = [...gatewayDays].toSorted((left, right) => left.localeCompare(right, "en"));
  const shown = days.length > 1 ? `${days[0]} to ${days.at(-1)}` : days[0];
  const where = isOfEnvironment ? "of the environment" : "of an environment";
  return `Warning: a gateway ${where} counted calls of the same operations (${shown}, UTC). What passed the gateway is now counted twice: do not import its log, or the log behind it.`;
}

/** The most paths of the summary. */
const shownPaths = 10;

const listPaths = ({ unmatchedPaths }: Tally) =>
  [...unmatchedPaths].sort(([, one], [, other]) => other - one).slice(0, shownPaths);

function toJson(tally: Tally, { gatewayDays, ...sent }: Sent) {
  const { unmatchedPaths: _, ...counts } = tally;
  const unmatchedPaths = listPaths(tally).map(([call, count]) => ({ call, count }));
  return { ...counts, ...sent, gatewayDays: [...gatewayDays].toSorted(), unmatchedPaths };
}

function describe(tally: Tally, { batches, repeats }: Sent, isDry: boolean): string[] {
  const { lines, matched, unmatched, unreadable, tooOld, skipped, scans } = tally;
  const optional = [
    [tooOld, "calls were of more than 35 days ago, or of the future, and were left out"],
    [scans, "calls were of scans of Lintel, and were left out"],
    [unreadable, "lines were no calls"],
    [skipped, "lines had been counted before"],
    [repeats, `of ${batches} batches had been counted before`],
  ] as const;
  return [
    `${lines} lines: ${matched} calls ${isDry ? "match" : "were counted for"} an operation, ${unmatched} match none.`,
    ...optional.filter(([count]) => count > 0).map(([count, text]) => `${count} ${text}.`),
    ...listPaths(tally).map(([path, count]) => `  no operation: ${cleanText(path)} (${count})`),
  ];
}
