import { setTimeout as wait } from "node:timers/promises";
import type { Finding } from "@lintel/contract/shapes/finding";
import type { ScanRun } from "@lintel/contract/shapes/scan-run";
import { describeNoAccess } from "@lintel/scanner/describe-gap";
import { openStatuses, severities } from "@lintel/contract/words/security";
import type { Invocation } from "../command-line/command.types.ts";
import type { OptionValues } from "../command-line/option.types.ts";
import { fetchPages } from "../items/fetch-pages.ts";
import { openProject, type OpenProject } from "../items/open-project.ts";
import { isId, refuseMissing } from "../items/pick-item.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import { watchForStop } from "../run/watch-for-stop.ts";
import { selectNew } from "./select-new.ts";

/** Options that belong to a scan without the service: a profile has its own. */
const localOptions =
  "identity rank har scanner scanners plan disposable allow danger-word budget rate report seed".split(
    " ",
  );
const pollMs = 2000;
/** More findings at the level do not change the exit code. */
const maxShown = 500;

/** Queues a scan of a profile of the service, waits for its end, and evaluates its findings. */
export async function runProfile(invocation: Invocation): Promise<Exit> {
  const { options } = invocation;
  checkOptions(invocation);
  const minCoverage = readCoverage(options.text("min-coverage") ?? "0");
  const opened = await openProject({ ...invocation, options: ofService(options) });
  const profileId = await findScanProfile(opened, options.text("profile") ?? "");
  const queued = await opened.connection.call("queue the scan", "runScanProfile", {
    projectId: opened.projectId,
    profileId,
  });
  const run = await follow(opened, queued);
  const findings = await readFindings(opened, run, options);
  show(opened, run, findings, options.isSet("json"));
  return evaluate(opened, run, findings, minCoverage);
}

/** `--profile` names a scan profile here, not one of the configuration. */
const ofService = (options: OptionValues): OptionValues => ({
  ...options,
  text: (name) => (name === "profile" ? undefined : options.text(name)),
});

function checkOptions({ options, operands }: Invocation): void {
  const given = localOptions.find((name) => options.isSet(name) || options.all(name).length > 0);
  const [document] = operands;
  if (given === undefined && document === undefined) return;
  throw usageFailure(
    `--profile cannot be used with ${given === undefined ? "a document" : `--${given}`}.`,
    given === "report"
      ? "Write a report of the service's findings with `lintel findings export`."
      : "The profile of the service says what is scanned, and how. Change it there.",
  );
}

function readCoverage(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value >= 0 && value <= 1) return value;
  throw usageFailure(`--min-coverage cannot be "${text}".`, "Write a number from 0 to 1.");
}

async function findScanProfile(
  { connection, projectId }: OpenProject,
  wanted: string,
): Promise<string> {
  if (isId(wanted)) return wanted;
  const doing = "find the scan profile";
  const present = await connection.call(doing, "listScanProfiles", { projectId });
  const found = present.find(({ name }) => name === wanted);
  if (found !== undefined) return found.id;
  const kind = {
    one: "scan profile",
    many: "scan profiles",
    where: "in the project",
    listing: "lintel scans profiles",
    beginning: "create_scan_profile of `lintel mcp`",
  };
  throw refuseMissing(kind, wanted, present);
}

/** Polls until the run has ended. Ctrl-C cancels it, and waits for its end. */
async function follow(
  { connection, terminal, projectId }: OpenProject,
  queued: ScanRun,
): Promise<ScanRun> {
  const runId = queued.id;
  const stop = watchForStop(null);
  const stopped = stop.stopped.then(() => "stop" as const);
  let isCancelled = false;
  let run = queued;
  while (run.status === "queued" || run.status === "running") {
    const { status, checksTotal, checksPassed, checksFailed, checksSkipped } = run;
    const done = checksPassed + checksFailed + checksSkipped;
    if (terminal.isLive)
      terminal.showLive(
        `${status} ${done}/${checksTotal} checks ${cleanText(run.currentScannerId ?? "")}`,
      );
    const pause = wait(pollMs, "poll" as const);
    const next = isCancelled ? await pause : await Promise.race([pause, stopped]);
    if (next === "stop") {
      isCancelled = true;
      await connection.call("cancel the scan", "cancelScanRun", { projectId, runId });
    }
    run = await connection.call("follow the scan", "getScanRun", { projectId, runId });
  }
  terminal.showLive("");
  return run;
}

/** The open findings that this run saw, at or above the level. */
async function readFindings(
  { connection, projectId }: OpenProject,
  run: ScanRun,
  options: OptionValues,
): Promise<Finding[]> {
  const failOn = options.text("fail-on") ?? "high";
  const level = severities.findIndex((severity) => severity === failOn);
  const wanted = severities.slice(0, level + 1);
  const found: Finding[] = [];
  for (const severity of wanted)
    for (const status of openStatuses)
      found.push(
        ...(await fetchPages(async (paging) => {
          const filter = { projectId, severity, status, ...paging };
          const page = await connection.call("read the findings", "listFindings", filter);
          return { ...page, totalCount: page.total };
        }, maxShown)),
      );
  const own = found.filter(({ scanRunId }) => scanRunId === run.id);
  if (!options.isSet("new-only")) return own;
  return selectNew({ connection, projectId }, run, own, options.text("baseline") ?? null);
}

function show(
  { terminal }: OpenProject,
  run: ScanRun,
  findings: readonly Finding[],
  isJson: boolean,
): void {
  if (isJson) return terminal.emit(JSON.stringify({ run, findings }, null, 2));
  for (const { severity, method, path, title, guidanceId, id } of findings)
    terminal.say(
      `${severity.padEnd(8)} ${cleanText(`${method} ${path}`)}  ${cleanText(title)} ${guidanceId}\n    ${id}`,
    );
  const { checksTotal, checksPassed, checksFailed, coverage, securityScore, status } = run;
  const parts = [
    `The scan ${run.id} is ${status}`,
    `${checksPassed + checksFailed} of ${checksTotal} checks done`,
    `coverage ${Math.round(coverage * 100)} %`,
    ...(securityScore === null ? [] : [`score ${securityScore} of 100`]),
  ];
  terminal.say(`${parts.join(", ")}.`);
}

/** @throws Failure if the scan failed, was cancelled, or no identity could call anything */
async function evaluate(
  { connection, projectId }: OpenProject,
  run: ScanRun,
  findings: readonly Finding[],
  minCoverage: number,
): Promise<Exit> {
  if (run.status !== "completed")
    throw new Failure({
      exit: "incomplete",
      code: "SCAN_FAILED",
      what: `The scan is ${run.status}. ${run.errorMessage ?? ""}`.trim(),
      fix: "Check the environment and the identities of the profile, and start it again.",
    });
  if (findings.length > 0) return "failed";
  const { checksTotal, checksPassed, checksFailed } = run;
  if (checksTotal > 0 && checksPassed + checksFailed === 0)
    throw new Failure({
      exit: "incomplete",
      code: "NOTHING_TESTED",
      what: "No check could be done, so that the scan proves nothing.",
      fix: "Check that the API answers, and the identities of the profile. The details of the run say why.",
    });
  const asked = { projectId, runId: run.id };
  const { access } = await connection.call("read the scan", "getScanRunDetails", asked);
  const gap = describeNoAccess(access);
  if (gap !== null)
    throw new Failure({
      exit: "incomplete",
      code: "IDENTITIES_REFUSED",
      what: gap,
      fix: "Enter the credential of the identity in the profile again, and start the scan again.",
    });
  const isCut = run.scannersCompleted < run.enabledScannerCount;
  return isCut || run.coverage < minCoverage ? "incomplete" : "passed";
}
