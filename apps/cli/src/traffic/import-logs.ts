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
import { readRules } from "./read-rules.ts";

/** Counts the calls of access logs by the operations that they are for. */
export async function importLogs(invocation: Invocation): Promise<Exit> {
  const { options, operands, env } = invocation;
  const project = await openProject(invocation);
  const { connection, terminal, projectId } = project;
  const { operations } = await readRules(project, options);
  if (operations.length === 0)
    throw usageFailure(
      "No published operation was found to match calls with.",
      "Publish a version, or name specifications in the route of the environment.",
    );
  const isDry = options.isSet("dry-run");
  const stateFile =
    options.text("state") ?? path.join(path.dirname(locateConfig(env)), "usage-imports.json");
  const tally = makeTally();
  const found = { batches: 0, repeats: 0 };
  const send = async (batchId: string, calls: UsageEntry[]) => {
    if (isDry) return;
    const input = { projectId, batchId, source: "access-log", calls };
    const { isRepeat } = await connection.call("count the calls", "reportUsage", input);
    found.batches += 1;
    if (isRepeat) found.repeats += 1;
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
  return "passed";
}

interface Sent {
  readonly batches: number;
  readonly repeats: number;
}

/** The most paths of the summary. */
const shownPaths = 10;

const listPaths = ({ unmatchedPaths }: Tally) =>
  [...unmatchedPaths].sort(([, one], [, other]) => other - one).slice(0, shownPaths);

function toJson(tally: Tally, sent: Sent) {
  const { unmatchedPaths: _, ...counts } = tally;
  const unmatchedPaths = listPaths(tally).map(([call, count]) => ({ call, count }));
  return { ...counts, ...sent, unmatchedPaths };
}

function describe(tally: Tally, { batches, repeats }: Sent, isDry: boolean): string[] {
  const { lines, matched, unmatched, unreadable, tooOld, skipped } = tally;
  const optional = [
    [tooOld, "calls were of more than 35 days ago, or of the future, and were left out"],
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
