import { sql } from "kysely";
import type { CaseResult, Verdict } from "@lintel/contract/shapes/test-run";
import type { RunChange } from "@lintel/contract/words/runs";
import { likeAnywhere } from "../../platform/database/like-pattern.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { RunRef } from "./run-ref.ts";

/** A result at its place in the run. */
export interface PlacedResult {
  readonly position: number;
  readonly result: CaseResult;
}

export interface CaseFilter extends Paging {
  readonly verdict: Verdict | null;
  /** In the name. */
  readonly text: string;
  readonly isFailuresFirst: boolean;
}

const rank = sql<number>`case verdict
  when 'failed' then 0 when 'error' then 0 when 'blocked' then 1 when 'skipped' then 2 else 3 end`;

export async function selectRunCases(
  db: Database,
  run: RunRef,
  filter: CaseFilter,
): Promise<Page<PlacedResult>> {
  const { verdict, text, isFailuresFirst } = filter;
  const query = db
    .selectFrom("testRunResult")
    .select(["position", "result"])
    .where("organizationId", "=", run.organizationId)
    .where("runId", "=", run.id)
    .$if(verdict !== null, (builder) => builder.where("verdict", "=", verdict ?? ""))
    .$if(text !== "", (builder) => builder.where("caseName", "ilike", likeAnywhere(text)))
    .$if(isFailuresFirst, (builder) => builder.orderBy(rank))
    .orderBy("position");
  const page = await selectPage(query, filter);
  return { ...page, items: page.items.map(toPlaced) };
}

function toPlaced({ position, result }: { position: number; result: unknown }): PlacedResult {
  return { position, result: result as CaseResult };
}

/** A case in two runs; null where a run does not have it. */
export interface ResultPair {
  readonly change: RunChange;
  readonly before: PlacedResult | null;
  readonly after: PlacedResult | null;
}

/** The cases of two runs side by side, the worst change first, and how many there are of each change. */
export async function selectPairs(
  db: Database,
  place: { organizationId: string; before: string; after: string },
  filter: Paging & { change: RunChange | null },
): Promise<{ pairs: ResultPair[]; counts: Partial<Record<RunChange, number>> }> {
  const side = (
    runId: string,
  ) => sql`select position, case_id, iteration, coalesce(data_row, 0) as data_row, verdict
    from test_run_result where organization_id = ${place.organizationId} and run_id = ${runId}`;
  const paired = sql`select b.position as before_position, a.position as after_position,
      case when b.position is null then 'added' when a.position is null then 'removed'
        when b.verdict = a.verdict then 'same' when a.verdict = 'passed' then 'fixed'
        when b.verdict = 'passed' then 'broken' else 'changed' end as change
    from (${side(place.before)}) b full join (${side(place.after)}) a
      on a.case_id = b.case_id and a.iteration = b.iteration and a.data_row = b.data_row`;
  const counted = await sql<{ change: RunChange; count: number }>`
    select change, count(*)::integer as count from (${paired}) pair group by change`.execute(db);
  const { rows } = await sql<PairRow>`select pair.change,
      pair.before_position as "beforePosition", b.result as before,
      pair.after_position as "afterPosition", a.result as after
    from (select * from (${paired}) every_pair
      where ${filter.change}::text is null or change = ${filter.change}
      order by array_position(array['broken','changed','added','removed','fixed','same'], change),
        coalesce(after_position, before_position), before_position
      offset ${filter.skip} limit ${filter.take}) pair
    left join test_run_result b on b.organization_id = ${place.organizationId}
      and b.run_id = ${place.before} and b.position = pair.before_position
    left join test_run_result a on a.organization_id = ${place.organizationId}
      and a.run_id = ${place.after} and a.position = pair.after_position
    order by array_position(array['broken','changed','added','removed','fixed','same'], pair.change),
      coalesce(pair.after_position, pair.before_position), pair.before_position`.execute(db);
  return {
    pairs: rows.map(({ change, beforePosition, before, afterPosition, after }) => ({
      change,
      before: before === null ? null : { position: beforePosition, result: before },
      after: after === null ? null : { position: afterPosition, result: after },
    })),
    counts: Object.fromEntries(counted.rows.map(({ change, count }) => [change, count])),
  };
}

interface PairRow {
  readonly change: RunChange;
  readonly beforePosition: number;
  readonly before: CaseResult | null;
  readonly afterPosition: number;
  readonly after: CaseResult | null;
}

/** How many runs a history goes back. */
const historyRuns = 20;

interface SuitePlace {
  readonly organizationId: string;
  readonly projectId: string;
  readonly suiteId: string;
}

export interface CaseVerdicts {
  readonly caseId: string;
  /** The worst of each run, the newest run first. */
  readonly verdicts: readonly Verdict[];
}

/** How the cases of a suite ended in its last finished runs. */
/** Suites without a run have no histories: whether there is such a suite must be asked. */
export async function hasSuite(
  db: Database,
  { organizationId, projectId, suiteId }: SuitePlace,
): Promise<boolean> {
  const found = await db
    .selectFrom("testSuite")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", suiteId)
    .executeTakeFirst();
  return found !== undefined;
}

export async function selectHistories(
  db: Database,
  place: SuitePlace,
  { skip, take }: Paging,
): Promise<{ items: CaseVerdicts[]; totalCount: number }> {
  const grouped = sql`
    with recent as (
      select id, row_number() over (order by created_at desc, id) as age
      from test_run
      where organization_id = ${place.organizationId} and project_id = ${place.projectId}
        and suite_id = ${place.suiteId} and status = 'finished'
      order by created_at desc, id limit ${historyRuns})
    select case_id, age,
      min(array_position(array['failed','error','blocked','skipped','passed'], verdict)) as worst
    from recent join test_run_result found
      on found.organization_id = ${place.organizationId} and found.run_id = recent.id
    where case_id is not null and verdict is not null
    group by case_id, age`;
  const { rows } = await sql<CaseVerdicts>`
    select case_id as "caseId",
      array_agg((array['failed','error','blocked','skipped','passed'])[worst] order by age) as verdicts
    from (${grouped}) in_run group by case_id order by case_id
    offset ${skip} limit ${take}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(distinct case_id)::integer as total from (${grouped}) in_run`.execute(db);
  return { items: rows, totalCount: counted.rows[0]?.total ?? 0 };
}
