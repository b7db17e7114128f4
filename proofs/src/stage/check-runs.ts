import type { Caller } from "./call.ts";
import type { AskedRun } from "./ledger.ts";
import { read, readRuns, type ReadEntry } from "./read-back.ts";
import type { Tenant } from "./tenant.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Every requested run exists with its audit entry, and every existing run was requested. */
export async function checkRuns(
  caller: Caller,
  tenant: Tenant,
  entries: readonly ReadEntry[],
): Promise<void> {
  const { verdict } = caller;
  const started = entries.filter(
    ({ event, result }) => event === "run.started" && result === "success",
  );
  const idOf = (entry: ReadEntry) => String(entry.details["runId"]);
  const byRequest = new Map(started.map((entry) => [entry.requestId, idOf(entry)]));
  const inLog = new Set(started.map(idOf));
  const runs = await readRuns(caller, tenant);
  const stored = new Set(runs.map((run) => String(run["id"])));
  for (const run of tenant.ledger.runs) {
    if (run.requestId !== null) run.id ??= byRequest.get(run.requestId) ?? null;
    if (run.requestId !== null && !stored.has(run.id ?? "")) {
      verdict.violate("an acknowledged run is lost", { ...run });
    }
  }
  for (const id of stored) {
    if (!inLog.has(id)) verdict.violate("a run has no audit entry", { id });
  }
  for (const id of inLog) {
    if (!stored.has(id))
      verdict.violate("the audit log refers to a run that does not exist", { id });
  }
  if (started.length !== inLog.size) verdict.violate("a run was started twice", {});
  await checkEnds(caller, tenant, runs);
}

/** The end of a run never changes after it was reported or read, and is complete. */
async function checkEnds(caller: Caller, tenant: Tenant, runs: readonly Fields[]): Promise<void> {
  const { ledger } = tenant;
  const asked = new Map(ledger.runs.map((run) => [run.id, run]));
  for (const run of runs.filter(({ status }) => status === "finished")) {
    const id = String(run["id"]);
    const outcome = String(run["outcome"]);
    const before = ledger.ends.get(id);
    if (before === undefined) await checkEnd(caller, run, asked.get(id));
    else if (before !== outcome) {
      caller.verdict.violate("the end of a run changed", { id, before, outcome });
    }
    ledger.ends.set(id, outcome);
  }
}

async function checkEnd(caller: Caller, run: Fields, asked: AskedRun | undefined): Promise<void> {
  const { verdict } = caller;
  const [id, outcome] = [String(run["id"]), String(run["outcome"])];
  verdict.count(`runs ended as ${outcome}`);
  const reported = asked?.reportedOutcome ?? null;
  if (reported !== null && reported !== outcome) {
    verdict.violate("a run has another end than reported to its caller", { id, reported, outcome });
  }
  const report = JSON.parse((await read(caller, "getRunReport", { id, format: "json" })).text) as {
    message: string | null;
    results: { verdict: string }[];
    totalTests: number;
    passedTests: number;
  };
  const passed = report.results.filter((result) => result.verdict === "passed").length;
  const evidence = { id, outcome, message: report.message, results: report.results.length, passed };
  if (!["passed", "failed", "error"].includes(outcome)) {
    verdict.violate("a run has an unknown outcome", evidence);
  }
  if (outcome === "error" && (report.message ?? "").trim() === "") {
    verdict.violate("a run ended as error without a message", evidence);
  }
  if (passed !== report.passedTests || run["completedCases"] !== report.results.length) {
    verdict.violate("the counts of a run differ from its results", { ...evidence, run });
  }
  if (outcome === "passed" && passed !== report.totalTests) {
    verdict.violate("a run passed without all of its results", evidence);
  }
}

/** Ids of the tenant's runs that have not ended. */
async function listUnfinished(caller: Caller, tenant: Tenant): Promise<string[]> {
  const runs = await readRuns(caller, tenant);
  return runs.filter(({ status }) => status !== "finished").map(({ id }) => String(id));
}

/**
 * Waits until no run is pending or running, at most until `deadline` (milliseconds of Unix time). A
 * run that is left then is a violation. Updates the maximum wait since `since`.
 */
export async function waitForEnds(
  caller: Caller,
  tenant: Tenant,
  { since, deadline }: { readonly since: number; readonly deadline: number },
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const left = await listUnfinished(caller, tenant);
    const now = Date.now();
    if (left.length === 0) {
      // A run that had ended at the first check may have ended long before.
      const figure = "longest wait for the runs of a killed server to end, ms";
      if (!isFirst) caller.verdict.raise(figure, now - since);
      return;
    }
    if (now > deadline) {
      for (const id of left) {
        caller.verdict.violate("a run does not end", { id, waitedMs: now - since });
      }
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
