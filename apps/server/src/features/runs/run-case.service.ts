import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  CaseHistory,
  compareRuns,
  listCaseHistories,
  listRunCases,
  RunCase,
  RunDifference,
} from "@lintel/contract/operations/run-case";
import type { Verdict } from "@lintel/contract/shapes/test-run";
import { runChanges } from "@lintel/contract/words/runs";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { readPaging } from "../../platform/paging.ts";
import { notFound } from "../../platform/problem.ts";
import {
  hasSuite,
  selectHistories,
  selectPairs,
  selectRunCases,
  type PlacedResult,
  type ResultPair,
} from "./run-case.store.ts";
import type { RunRef } from "./run-ref.ts";
import { selectRun } from "./run.store.ts";

export async function listCases(
  context: ProjectContext,
  input: InputOf<typeof listRunCases>,
): Promise<OutputOf<typeof listRunCases>> {
  const run = await find(context, input.runId);
  const page = await selectRunCases(context.db, run, {
    verdict: input.verdict ?? null,
    text: input.query ?? "",
    isFailuresFirst: input.order === "failures",
    ...readPaging(input),
  });
  return { ...page, items: page.items.map(toRunCase) };
}

export async function compare(
  context: ProjectContext,
  input: InputOf<typeof compareRuns>,
): Promise<OutputOf<typeof compareRuns>> {
  const { organizationId } = context;
  const before = await find(context, input.runId);
  const after = await find(context, input.otherRunId);
  const change = input.change ?? null;
  const paging = readPaging(input);
  const place = { organizationId, before: before.id, after: after.id };
  const found = await selectPairs(context.db, place, { change, ...paging });
  const entries = runChanges.map((each) => [each, found.counts[each] ?? 0] as const);
  const counts = Object.fromEntries(entries) as OutputOf<typeof compareRuns>["counts"];
  const chosen = entries.filter(([each]) => change === null || each === change);
  const totalCount = chosen.reduce((sum, [, count]) => sum + count, 0);
  return { items: found.pairs.map(toDifference), totalCount, ...paging, counts };
}

export async function listHistories(
  context: ProjectContext,
  input: InputOf<typeof listCaseHistories>,
): Promise<OutputOf<typeof listCaseHistories>> {
  const { organizationId, projectId, db } = context;
  const paging = readPaging(input);
  const place = { organizationId, projectId, suiteId: input.suiteId };
  if (!(await hasSuite(db, place))) throw notFound("The suite");
  const { items, totalCount } = await selectHistories(db, place, paging);
  return { items: items.map(toHistory), totalCount, ...paging };
}

async function find(context: ProjectContext, id: string): Promise<RunRef> {
  const { organizationId, projectId, db } = context;
  const run = await selectRun(db, organizationId, id);
  if (run === undefined || run.projectId !== projectId) throw notFound("The run");
  return { organizationId, id };
}

function toRunCase({ position, result }: PlacedResult): RunCase {
  const { caseId, name, phase, iteration, row, verdict, message, attempts, elapsedMs } = result;
  return { position, caseId, name, phase, iteration, row, verdict, message, attempts, elapsedMs };
}

function toDifference({ change, before, after }: ResultPair): RunDifference {
  const shown = (after ?? before)?.result;
  if (shown === undefined) throw new Error("A pair has a result on one side at least.");
  const { caseId, name, iteration, row } = shown;
  return { caseId, name, iteration, row, change, before: toSide(before), after: toSide(after) };
}

function toSide(placed: PlacedResult | null): RunDifference["before"] {
  if (placed === null) return null;
  const { verdict, elapsedMs } = placed.result;
  return { position: placed.position, verdict, elapsedMs };
}

function toHistory({
  caseId,
  verdicts,
}: {
  readonly caseId: string;
  readonly verdicts: readonly Verdict[];
}): CaseHistory {
  // What was not sent says nothing about the API.
  const ran = verdicts.filter((verdict) => verdict !== "skipped" && verdict !== "blocked");
  const turns = ran.filter(
    (verdict, at) => at > 0 && (verdict === "passed") !== (ran[at - 1] === "passed"),
  );
  return { caseId, verdicts: [...verdicts], isFlaky: turns.length >= 2 };
}
