import type { InputOf, OutputOf } from "@lintel/contract/operation";
import {
  maxTriaged,
  type triageFindings,
  type updateFinding,
} from "@lintel/contract/operations/finding";
import type { Finding } from "@lintel/contract/shapes/finding";
import { decodeRowVersion, encodeRowVersion } from "../../platform/database/row-version.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { conflict, invalid, notFound, Problem } from "../../platform/problem.ts";
import { insertChanges, type FindingChanges } from "./finding-change.store.ts";
import { readFilter, readFinding } from "./finding.service.ts";
import {
  canSeeProject,
  lockFindings,
  updateTriage,
  type Triage,
  type TriagedFinding,
} from "./triage.store.ts";

const fields = ["status", "resolutionNotes", "assignedToUserId"] as const;

export async function changeFinding(
  context: ProjectContext,
  { findingId, rowVersion, ...given }: InputOf<typeof updateFinding>,
): Promise<Finding> {
  const [before] = await lockFindings(context.db, context, { ids: [findingId] }, 1);
  if (before === undefined) throw notFound("The finding");
  if (decodeRowVersion(rowVersion) !== before.rowVersion)
    throw conflict(encodeRowVersion(before.rowVersion));
  const change = await readChange(context, given, "");
  const changed = await applyTriage(context, [before], change);
  const after = await readFinding(context, findingId);
  if (changed > 0)
    context.emit("finding.updated", {
      subject: { type: "finding", id: findingId, name: after.title },
      data: { changed: Object.keys(change), status: after.status },
    });
  return after;
}

export async function changeFindings(
  context: ProjectContext,
  { findingIds, query, change: given }: InputOf<typeof triageFindings>,
): Promise<OutputOf<typeof triageFindings>> {
  if ((findingIds === undefined) === (query === undefined))
    throw new Problem("MUTUALLY_EXCLUSIVE", "Send either findingIds or query.", {
      fields: ["findingIds", "query"],
    });
  const change = await readChange(context, given, "change.");
  const filter = await readFilter(context, query ?? {});
  const found =
    filter === null
      ? []
      : await lockFindings(
          context.db,
          context,
          findingIds === undefined ? { filter } : { ids: findingIds },
          maxTriaged + 1,
        );
  if (found.length > maxTriaged)
    throw new Problem(
      "BATCH_TOO_LARGE",
      `Narrow the query: at most ${maxTriaged} findings at once.`,
    );
  const changedCount = await applyTriage(context, found, change);
  if (changedCount > 0)
    context.emit("finding.triaged", {
      subject: { type: "project", id: context.projectId, name: null },
      data: { changed: Object.keys(change), findings: changedCount },
    });
  const ids = new Set(found.map(({ id }) => id));
  return {
    matchedCount: found.length,
    changedCount,
    notFound: (findingIds ?? []).filter((id) => !ids.has(id)),
  };
}

async function readChange(
  context: ProjectContext,
  { status, resolutionNotes, assignedToUserId }: Partial<Triage>,
  prefix: string,
): Promise<Partial<Triage>> {
  const change = {
    ...(status === undefined ? {} : { status }),
    ...(resolutionNotes === undefined ? {} : { resolutionNotes }),
    ...(assignedToUserId === undefined ? {} : { assignedToUserId }),
  };
  if (Object.keys(change).length === 0)
    throw invalid({
      field: `${prefix}status`,
      code: "required",
      message: "Send a status, notes or an assignee.",
    });
  const isUnknown =
    typeof assignedToUserId === "string" &&
    !(await canSeeProject(context.db, context, assignedToUserId));
  if (!isUnknown) return change;
  throw invalid({
    field: `${prefix}assignedToUserId`,
    code: "unknown",
    message: "Name a member of the organization who can see the project.",
  });
}

/** Changes locked findings, with their history. Returns how many were not so already. */
async function applyTriage(
  context: ProjectContext,
  found: readonly TriagedFinding[],
  change: Partial<Triage>,
): Promise<number> {
  const changes = found
    .map((before) => ({
      findingId: before.id,
      kind: "triaged" as const,
      changes: listChanged(before, change),
    }))
    .filter((one) => Object.keys(one.changes).length > 0);
  if (changes.length === 0) return 0;
  const ids = changes.map(({ findingId }) => findingId);
  const { db, organizationId, now, principal } = context;
  await updateTriage(db, context, ids, change, now);
  const origin = { organizationId, now, actor: principal.actor, scanRunId: null };
  await insertChanges(db, origin, changes);
  return changes.length;
}

const listChanged = (before: Triage, change: Partial<Triage>): FindingChanges =>
  Object.fromEntries(
    fields.flatMap((field) => {
      const after = change[field];
      return after === undefined || after === before[field]
        ? []
        : [[field, [before[field], after]]];
    }),
  );
