import { nameCaller } from "@lintel/contract/words/deprecation";
import { findVersion } from "../../domain/design/version-visibility.ts";
import { giveNotices, type NoticePlatform } from "../../domain/notices/give-notices.ts";
import { selectProjectAdmins } from "../../domain/people/notified-members.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import type { StoredEvent } from "../../platform/events/event-rows.ts";
import type { Subscription } from "../../platform/events/subscription.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { Problem } from "../../platform/problem.ts";
import { findOwners, type Owner } from "./find-owners.ts";
import { selectPlan, selectVersionOfEndpoint, type StoredPlan } from "./plan.store.ts";
import { selectActiveConsumers, type CallingConsumer } from "./usage.store.ts";

/** How the event of a plan is put to people, and which policies want it. */
const wordings: Readonly<
  Record<
    string,
    {
      readonly title: (label: string, days: unknown) => string;
      readonly isWanted: (plan: StoredPlan) => boolean;
    }
  >
> = {
  "deprecation.requested": {
    title: (label) => `The deprecation of ${label} waits for an approval`,
    isWanted: ({ phase }) => phase === "pendingApproval",
  },
  "deprecation.announced": {
    title: (label) => `Deprecated: ${label}`,
    isWanted: ({ policy }) => policy.notifyOnAnnouncement,
  },
  "deprecation.reminder_due": {
    title: (label, days) => `${label} ends in ${String(days)} days`,
    isWanted: () => true,
  },
  "deprecation.callers_remain": {
    title: (label) => `${label} is still called, and ends within seven days`,
    isWanted: () => true,
  },
  "deprecation.sunset_started": {
    title: (label) => `The sunset phase of ${label} has begun`,
    isWanted: ({ policy }) => policy.sendSunsetReminders,
  },
  "deprecation.retired": {
    title: (label) => `Retired: ${label}`,
    isWanted: ({ policy }) => policy.sendSunsetReminders,
  },
};

type PlanPlatform = NoticePlatform & Pick<Platform, "database">;

/**
 * Notifies those who may approve a plan of its request, and later the owners of what depends on it. Where callers remain,
 * the Admins of its project learn it as well.
 */
export function planNotices(platform: PlanPlatform): Subscription {
  return {
    name: "deprecation_notices",
    types: [
      "deprecation.requested",
      "deprecation.announced",
      "deprecation.reminder_due",
      "deprecation.callers_remain",
      "deprecation.sunset_started",
      "deprecation.retired",
    ],
    async handle(event) {
      const db = await platform.database();
      await inTransaction(db, (trx) => notifyOf(platform, trx, event));
    },
  };
}

async function notifyOf(platform: PlanPlatform, db: Database, event: StoredEvent): Promise<void> {
  const { organizationId, type, subjectType, subjectId, sequence } = event;
  const plan = await selectPlan(db, organizationId, subjectId);
  const wording = wordings[type];
  if (plan === undefined || wording?.isWanted(plan) !== true) return;
  const isOfCallers = type === "deprecation.callers_remain";
  const callers = isOfCallers ? await selectActiveConsumers(db, plan, event.occurredAt) : [];
  const people = await findPeople(db, plan, event);
  const notice = {
    organizationId,
    cause: `event:${sequence}`,
    kind: "deprecation",
    eventType: type,
    subject: { type: subjectType, id: subjectId },
    projectId: plan.projectId,
    title: wording.title(plan.entityLabel, (event.data as { daysBefore?: number }).daysBefore),
  } as const;
  const recipients = people.map((owner) => ({ ...owner, text: writeText(plan, owner, callers) }));
  await giveNotices(platform, db, notice, recipients);
}

async function findPeople(
  db: Database,
  plan: StoredPlan,
  { type, actor }: StoredEvent,
): Promise<Owner[]> {
  const { organizationId, projectId } = plan;
  const isRequest = type === "deprecation.requested";
  const isOfAdmins = isRequest || type === "deprecation.callers_remain";
  const admins = isOfAdmins ? await selectProjectAdmins(db, organizationId, [projectId]) : [];
  if (isRequest)
    return admins
      .filter(({ userId }) => userId !== actor.id)
      .map((one) => ({
        ...one,
        reasons: [`you may approve or reject it: ${plan.requestedBy} asks for it`],
      }));
  const own = { reasons: ["you are an admin of its project"] };
  const people = new Map<string, Owner>(admins.map((one) => [one.userId, { ...one, ...own }]));
  for (const owner of await findOwnersOf(db, plan)) people.set(owner.userId, owner);
  return [...people.values()];
}

/** Nobody where the endpoint or the version is deleted: its plan ends too. */
async function findOwnersOf(db: Database, plan: StoredPlan): Promise<Owner[]> {
  const { organizationId, projectId, specId, entityType, entityId, entityKey } = plan;
  const isWhole = entityType === "specVersion";
  const versionId = isWhole ? entityId : await selectVersionOfEndpoint(db, plan);
  if (versionId === undefined) return [];
  const place = { db, organizationId, projectId };
  try {
    const version = await findVersion(place, specId, versionId);
    return await findOwners(place, version, isWhole ? null : new Set([entityKey]));
  } catch (error) {
    if (error instanceof Problem && error.code === "NOT_FOUND") return [];
    throw error;
  }
}

function writeText(
  { sunsetAt, migrationGuide }: StoredPlan,
  { reasons }: Owner,
  callers: readonly CallingConsumer[],
): string {
  const calls = callers.map(
    ({ requests, lastCalledAt, ...caller }) =>
      `- ${nameCaller(caller)}: ${requests} calls, the last at ${lastCalledAt.toISOString()}`,
  );
  return [
    `The sunset is at ${sunsetAt.toISOString()}.`,
    ...(calls.length === 0 ? [] : ["Called in the last seven days by:", ...calls]),
    ...(migrationGuide === null ? [] : ["How to migrate:", migrationGuide]),
    "You are notified because:",
    ...reasons.map((reason) => `- ${reason}`),
  ].join("\n");
}
