import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { Activity, listActivity } from "@lintel/contract/operations/activity";
import type { OrganizationContext } from "../../platform/kernel/implementation.ts";
import { needProject } from "../../platform/kernel/need-project.ts";
import { readPaging } from "../../platform/paging.ts";
import {
  activityPermissions,
  countActivity,
  selectActivity,
  type ActivityFilter,
  type StoredActivity,
} from "./activity.store.ts";

/**
 * What changed in the projects that the caller sees.
 *
 * @throws Problem NOT_FOUND for another project
 */
export async function listChanges(
  { db, organizationId, principal }: OrganizationContext,
  input: InputOf<typeof listActivity>,
): Promise<OutputOf<typeof listActivity>> {
  const paging = readPaging(input);
  if (input.projectId !== undefined)
    await needProject(db, principal, organizationId, input.projectId);
  const filter: ActivityFilter = {
    organizationId,
    projectId: input.projectId ?? null,
    since: input.since === undefined ? null : new Date(input.since),
    isFailure: input.isFailure === true,
    visible: activityPermissions.map((permission) => ({
      permission,
      ...principal.visibleProjects(permission),
    })),
  };
  const [rows, totalCount] = await Promise.all([
    selectActivity(db, filter, paging),
    countActivity(db, filter),
  ]);
  return { items: rows.map(toActivity), totalCount, ...paging };
}

function toActivity({
  type,
  occurredAt,
  subjectType,
  subjectId,
  subjectName,
  projectId,
  projectSlug,
  projectName,
  actor,
  actorName,
  changeCount,
  data,
}: StoredActivity): Activity {
  return {
    type: type as Activity["type"],
    occurredAt: occurredAt.toISOString(),
    subject: { type: subjectType, id: subjectId, name: subjectName },
    project: { id: projectId, slug: projectSlug, name: projectName },
    actor: { type: actor.type as Activity["actor"]["type"], id: actor.id, name: actorName },
    changeCount: Number(changeCount),
    data,
  };
}
