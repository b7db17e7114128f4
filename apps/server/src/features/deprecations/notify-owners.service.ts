import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { notifyDependentOwners } from "@lintel/contract/operations/deprecation-plan";
import { findVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { giveNotices, type NoticePlatform } from "../../domain/notices/give-notices.ts";
import type { AnnouncedEnd } from "./dependent.types.ts";
import { selectAnnouncedEnds } from "./dependents.store.ts";
import { findOwners, type Owner } from "./find-owners.ts";

type Notified = OutputOf<typeof notifyDependentOwners>;

/** Gives the Admins of every project with a dependent of the version one notice each. */
export async function notifyOwners(
  platform: NoticePlatform,
  context: ProjectContext,
  { specId, versionId }: InputOf<typeof notifyDependentOwners>,
): Promise<Notified> {
  const { db } = context;
  const version = await findVersion(context, specId, versionId);
  const ends = await selectAnnouncedEnds(db, version);
  if (ends.length === 0)
    return {
      sent: 0,
      recipients: [],
      skipped: [{ email: null, reason: "Nothing is deprecated." }],
    };
  const isWhole = ends.some(({ entityType }) => entityType === "specVersion");
  const keys = isWhole ? null : new Set(ends.map(({ key }) => key));
  const owners = await findOwners(context, version, keys);
  const notice = {
    organizationId: context.organizationId,
    cause: `call:${context.requestId}`,
    kind: "deprecation",
    eventType: "deprecation.owners_notified",
    subject: { type: "specVersion", id: versionId },
    projectId: context.projectId,
    title: `Deprecated: ${ends.map(({ label }) => label).join(", ")}`,
  } as const;
  const people = owners.map((owner) => ({ ...owner, text: writeMessage(ends, owner.reasons) }));
  const given = await giveNotices(platform, db, notice, people);
  const isGiven = ({ userId }: Owner) => given.some((one) => one.userId === userId);
  const recipients = owners.filter(isGiven).map(({ email, reasons }) => ({ email, reasons }));
  context.emit("deprecation.owners_notified", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId, sent: recipients.length },
  });
  const reason = "The person chose to get no notices of deprecations.";
  const skipped = owners.filter((owner) => !isGiven(owner)).map(({ email }) => ({ email, reason }));
  return { sent: recipients.length, recipients, skipped };
}

function writeMessage(ends: readonly AnnouncedEnd[], reasons: readonly string[]): string {
  const lines = ends.map(({ label, sunsetAt, migrationGuide }) => {
    const guide = migrationGuide === null ? "" : `\n  How to migrate:\n  ${migrationGuide}`;
    return `- ${label} ends at ${sunsetAt.toISOString()}.${guide}`;
  });
  const why = reasons.map((reason) => `- ${reason}`);
  return `The following is deprecated:\n\n${lines.join("\n")}\n\nYou receive this message because:\n\n${why.join("\n")}\n`;
}
