import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type {
  createReportLink,
  listReportLinks,
  readSharedReport,
  ReportLink,
  revokeReportLink,
} from "@lintel/contract/operations/report-link";
import { needIn } from "../../platform/credentials/authorize.ts";
import {
  digestSecret,
  isWellFormed,
  reportPrefix,
} from "../../platform/credentials/secret-format.ts";
import type { CallContext, ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { readPaging } from "../../platform/paging.ts";
import { invalid, notFound } from "../../platform/problem.ts";
import { countOpened, countOpening, newPublicLink, toPublicLink } from "./public-link.ts";
import {
  insertReportLink,
  markReportLinkRevoked,
  selectOpenReportLink,
  selectReportLink,
  selectReportLinks,
  type StoredReportLink,
} from "./report-link.store.ts";

/** Where a report is read: a call in a project, or a link to something in it. */
export type ReportPlace = Pick<ProjectContext, "organizationId" | "projectId" | "db" | "now">;

/** How the reports are made that links show; each throws NOT_FOUND where the project has no such thing. */
export interface ReportWriters {
  /** @throws Problem RUN_NOT_FINISHED */
  writeRun(place: ReportPlace, runId: string): Promise<string>;
  writeFinding(place: ReportPlace, findingId: string): Promise<string>;
  writeFindings(place: ReportPlace): Promise<string>;
}

type Subject = Pick<StoredReportLink, "runId" | "findingId">;

export async function listReports(
  context: ProjectContext,
  input: InputOf<typeof listReportLinks>,
): Promise<OutputOf<typeof listReportLinks>> {
  const { shows = null, runId = null, findingId = null, ...paging } = input;
  const filter = { shows, runId, findingId };
  const page = await selectReportLinks(context.db, context, filter, readPaging(paging));
  return { ...page, items: page.items.map(toReportLink) };
}

export async function makeReportLink(
  platform: Pick<Platform, "clock" | "publicOrigin">,
  context: ProjectContext,
  input: InputOf<typeof createReportLink>,
  writers: ReportWriters,
): Promise<OutputOf<typeof createReportLink>> {
  const { runId = null, findingId = null, expiresInDays } = input;
  const { db, projectId, principal } = context;
  if (runId !== null && findingId !== null)
    throw invalid({
      field: "findingId",
      code: "exclusive",
      message: "A link shows a run or a finding: leave one of them out.",
    });
  // A link opens what it shows, so its maker must be able to read that.
  needIn(principal, projectId, runId === null ? "security:read" : "tests:read");
  // A link to nothing is refused now, instead of to those who open it.
  await writeReport(context, { runId, findingId }, writers);
  const made = newPublicLink(platform, context, reportPrefix, expiresInDays);
  const row = await insertReportLink(db, { ...made.row, runId, findingId });
  const data = { ...toData(row), expiresAt: row.expiresAt.toISOString() };
  context.emit("report_link.created", { subject: toSubject(row), data });
  return { ...toReportLink(row), address: made.address };
}

export async function revokeReport(
  context: ProjectContext,
  { linkId }: InputOf<typeof revokeReportLink>,
): Promise<void> {
  const row = await selectReportLink(context.db, context, linkId);
  if (row === undefined) throw notFound("The link");
  if (row.revokedAt !== null) return;
  await markReportLinkRevoked(context.db, row, context.now);
  context.emit("report_link.revoked", { subject: toSubject(row), data: toData(row) });
}

/** @throws Problem NOT_FOUND alike for a token that is unknown, expired or revoked. */
export async function openReport(
  platform: Pick<Platform, "rateWindow">,
  context: CallContext,
  { token }: InputOf<typeof readSharedReport>,
  writers: ReportWriters,
): Promise<OutputOf<typeof readSharedReport>> {
  const { db, now, principal } = context;
  await countOpening(platform, principal);
  const link = isWellFormed(token, reportPrefix)
    ? await selectOpenReportLink(db, digestSecret(token), now)
    : undefined;
  if (link === undefined) throw notFound("The shared page");
  await countOpened(platform, link.id);
  return { html: await writeReport({ ...link, db, now }, link, writers) };
}

function writeReport(
  place: ReportPlace,
  { runId, findingId }: Subject,
  writers: ReportWriters,
): Promise<string> {
  if (runId !== null) return writers.writeRun(place, runId);
  return findingId === null ? writers.writeFindings(place) : writers.writeFinding(place, findingId);
}

function showsOf({ runId, findingId }: Subject) {
  if (runId !== null) return "run" as const;
  return findingId === null ? ("findings" as const) : ("finding" as const);
}

const toSubject = (row: StoredReportLink) =>
  ({ type: "reportLink", id: row.id, name: showsOf(row) }) as const;

const toData = ({ runId, findingId }: Subject) => ({ runId, findingId });

const toReportLink = (row: StoredReportLink): ReportLink => ({
  ...toPublicLink(row),
  shows: showsOf(row),
  runId: row.runId,
  findingId: row.findingId,
});
