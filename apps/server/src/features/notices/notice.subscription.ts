import { dayMs } from "../../platform/day-ms.ts";
import type { NoticeKind } from "@lintel/contract/words/notices";
import type { EventData, EventName } from "@lintel/contract/events";
import { giveNotices, type NoticePlatform } from "../../domain/notices/give-notices.ts";
import {
  selectAdmins,
  selectHiddenProjects,
  selectMember,
  selectProjectAdmins,
  type Admin,
} from "../../domain/people/notified-members.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { StoredEvent } from "../../platform/events/event-rows.ts";
import type { Subscription } from "../../platform/events/subscription.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { isUuid } from "../../platform/uuid.ts";

/** The text of the notice for an event, and the people who receive it; null: the event causes no notice. */
type Notify = (
  db: Database,
  event: StoredEvent,
) => Promise<{ kind: NoticeKind; title: string; text: string; people: readonly Admin[] } | null>;

const notifiers: Readonly<Partial<Record<EventName, Notify>>> = {
  "run.completed": notifyOfRun,
  "finding.found": notifyOfFinding,
  "finding.reopened": notifyOfFinding,
  "webhook.delivery_died": notifyOfWebhook,
  "webhook.paused": notifyOfWebhook,
  "member.added": notifyMember,
  "member.role_changed": notifyMember,
};

/** Gives the notices of events that no other feature knows better. */
export function noticeSubscription(
  platform: NoticePlatform & Pick<Platform, "database">,
): Subscription {
  return {
    name: "notices",
    types: Object.keys(notifiers) as EventName[],
    async handle(event) {
      const notify = notifiers[event.type as EventName];
      await inTransaction(await platform.database(), async (trx) => {
        const made = await notify?.(trx, event);
        if (made === undefined || made === null) return;
        const { kind, title, text, people } = made;
        const { organizationId, sequence, subjectType, subjectId, projectId, type } = event;
        const subject = { type: subjectType, id: subjectId };
        const cause = `event:${sequence}`;
        const notice = { organizationId, cause, kind, eventType: type, subject, projectId, title };
        const recipients = people.map((person) => ({ ...person, text }));
        await giveNotices(platform, trx, notice, recipients);
      });
    },
  };
}

/** The person who started a run that did not pass. */
async function notifyOfRun(db: Database, event: StoredEvent) {
  const { organizationId, subjectId, projectId, data } = event;
  const { outcome } = data as EventData<"run.completed">;
  if (outcome !== "failed" && outcome !== "error") return null;
  const run = await db
    .selectFrom("testRun")
    .select([
      "createdBy",
      "suiteName",
      "environmentName",
      "failedCases",
      "erroredCases",
      "totalCases",
    ])
    .where("organizationId", "=", organizationId)
    .where("id", "=", subjectId)
    .executeTakeFirst();
  if (run === undefined || !isUuid(run.createdBy)) return null;
  const person = await selectMember(db, organizationId, run.createdBy);
  if (person === undefined) return null;
  const hidden = await selectHiddenProjects(db, organizationId, person.userId);
  if (projectId !== null && hidden.has(projectId)) return null;
  const where = run.environmentName === null ? "" : ` in ${run.environmentName}`;
  return {
    kind: "runs" as const,
    title: `The suite ${run.suiteName} did not pass${where}`,
    text: `${run.failedCases} cases failed and ${run.erroredCases} had errors, of ${run.totalCases}.`,
    people: [person],
  };
}

/** The Admins of the project with a new weakness that is critical or high. */
async function notifyOfFinding(db: Database, event: StoredEvent) {
  const { organizationId, subjectId, projectId } = event;
  const { severity } = event.data as EventData<"finding.found">;
  if (projectId === null || (severity !== "critical" && severity !== "high")) return null;
  const finding = await db
    .selectFrom("finding")
    .select(["title", "method", "path"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", subjectId)
    .executeTakeFirst();
  if (finding === undefined) return null;
  return {
    kind: "findings" as const,
    title: `A ${severity} finding: ${finding.title}`,
    text: `${finding.method} ${finding.path}`,
    people: await selectProjectAdmins(db, organizationId, [projectId]),
  };
}

/** The Admins of the organization: once for the first dead delivery of a day, and when it is paused. */
async function notifyOfWebhook(db: Database, event: StoredEvent) {
  const { organizationId, subjectId, type } = event;
  const webhook = await db
    .selectFrom("webhook")
    .select(["description", "failure"])
    .where("organizationId", "=", organizationId)
    .where("id", "=", subjectId)
    .executeTakeFirst();
  if (webhook === undefined) return null;
  const isPaused = type === "webhook.paused";
  if (!isPaused && (await hasRecentNotice(db, event))) return null;
  const name = webhook.description === "" ? subjectId : webhook.description;
  const reason = webhook.failure ?? "The receiver did not answer.";
  return {
    kind: "webhooks" as const,
    title: isPaused ? `The webhook ${name} is paused` : `The webhook ${name} fails`,
    text: isPaused
      ? `${reason} Nothing more is sent until the webhook is active again.`
      : `${reason} A delivery was given up after five attempts.`,
    people: await selectAdmins(db, organizationId),
  };
}

async function hasRecentNotice(
  db: Database,
  { organizationId, subjectId, type, occurredAt }: StoredEvent,
): Promise<boolean> {
  const row = await db
    .selectFrom("notice")
    .select("id")
    .where("organizationId", "=", organizationId)
    .where("subjectId", "=", subjectId)
    .where("eventType", "=", type)
    .where("createdAt", ">", new Date(occurredAt.getTime() - dayMs))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The person whose membership or role somebody else changed. */
async function notifyMember(db: Database, event: StoredEvent) {
  const { organizationId, subjectId, actor, type } = event;
  const { role } = event.data as EventData<"member.added">;
  const person = await selectMember(db, organizationId, subjectId);
  if (person === undefined || actor.id === subjectId) return null;
  return {
    kind: "membership" as const,
    title: type === "member.added" ? "You are now a member" : "Your role has changed",
    text: `Your role in the organization is ${role}.`,
    people: [person],
  };
}
