import type { Database } from "../../platform/database/open-database.ts";
import type { Emit } from "../../platform/events/emission.ts";
import { invalid } from "../../platform/problem.ts";
import {
  makeManager,
  moveInvitations,
  releaseFindings,
  releaseLocks,
  selectSuccessor,
  selectOnlyManaged,
  selectPersonIn,
  type Successor,
  type ManagedProject,
} from "./transfer-rows.ts";

export interface LeavingMember {
  readonly organizationId: string;
  readonly userId: string;
  /** Who takes over; null: the owner, or else the admin, who is a member for the longest time. */
  readonly transferTo: string | null;
  readonly now: Date;
  readonly emit: Emit;
}

/**
 * Transfers what only a member manages: projects that no other person manages, and open invitations.
 * Locks of pages are released, and findings lose their assignee. What the person made belongs to the organization, and their keys end.
 */
export async function transferWork(trx: Database, member: LeavingMember): Promise<void> {
  const { organizationId, userId, now, emit } = member;
  const successor = await chooseSuccessor(trx, member);
  const locks = await releaseLocks(trx, organizationId, userId, now);
  for (const { pageId, title, projectId, docId, versionId } of locks)
    emit("doc_page.unlocked", {
      hasOwnEntry: true,
      projectId,
      subject: { type: "docPage", id: pageId, name: title },
      data: { docId, versionId, isForced: true },
    });
  for (const { projectId, findings } of await releaseFindings(trx, organizationId, userId, now))
    emit("finding.triaged", {
      hasOwnEntry: true,
      projectId,
      subject: { type: "project", id: projectId, name: null },
      data: { changed: ["assignedToUserId"], findings },
    });
  const projects = successor === null ? [] : await transferProjects(trx, member, successor);
  const invitations = successor === null ? 0 : await moveInvitations(trx, member, successor.userId);
  if (successor === null || projects.length + invitations === 0) return;
  emit("member.work_transferred", {
    hasOwnEntry: true,
    projectId: null,
    subject: { type: "user", id: userId, name: await nameOf(trx, member) },
    data: { toUserId: successor.userId, projectIds: projects.map(({ id }) => id), invitations },
    details: { to: successor.email, projects: projects.map(({ name }) => name) },
  });
}

async function chooseSuccessor(trx: Database, member: LeavingMember): Promise<Successor | null> {
  const { organizationId, userId, transferTo } = member;
  if (transferTo === null) return selectSuccessor(trx, organizationId, userId);
  const named =
    transferTo === userId ? undefined : await selectPersonIn(trx, organizationId, transferTo);
  if (named !== undefined) return named;
  const message = "Is no other active member of the organization.";
  throw invalid({ field: "transferTo", code: "unknownMember", message });
}

/** The successor becomes an admin of each project. */
async function transferProjects(
  trx: Database,
  { organizationId, userId, emit }: LeavingMember,
  successor: Successor,
): Promise<ManagedProject[]> {
  const projects = await selectOnlyManaged(trx, organizationId, userId);
  for (const { id: projectId } of projects) {
    const place = { organizationId, projectId, userId: successor.userId };
    const roleBefore = await makeManager(trx, place);
    emit("member.project_role_changed", {
      hasOwnEntry: true,
      projectId,
      subject: { type: "user", id: successor.userId, name: successor.email },
      data: { role: "admin", roleBefore },
    });
  }
  return projects;
}

async function nameOf(
  trx: Database,
  { organizationId, userId }: LeavingMember,
): Promise<string | null> {
  return (await selectPersonIn(trx, organizationId, userId))?.email ?? null;
}
