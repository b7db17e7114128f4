import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { notifyDependentOwners } from "@lintel/contract/operations/deprecation-plan";
import { findVersion, type VisibleVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { AnnouncedEnd } from "./dependent.types.ts";
import { selectAnnouncedEnds, selectProjectAdmins } from "./dependents.store.ts";
import { findDependents } from "./find-dependents.ts";

type Notified = OutputOf<typeof notifyDependentOwners>;
type NoticePlatform = Pick<Platform, "mailer">;

/** Mails the Admins of every project with a dependent of the version, one message a person. */
export async function notifyOwners(
  { mailer }: NoticePlatform,
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
  const owners = await findOwners(context, version, isWhole ? null : ends);
  const recipients = Array.from(owners, ([email, reasons]) => ({ email, reasons: [...reasons] }));
  const sending = mailer.isConfigured ? recipients : [];
  for (const { email, reasons } of sending)
    await mailer.send(db, {
      to: email,
      subject: `Deprecated: ${ends.map(({ label }) => label).join(", ")}`.slice(0, 200),
      text: writeMessage(ends, reasons),
    });
  context.emit("deprecation.owners_notified", {
    subject: { type: "specVersion", id: versionId, name: version.version },
    data: { specId, sent: sending.length },
  });
  const reason = "No mail server is set up.";
  const skipped = mailer.isConfigured ? [] : recipients.map(({ email }) => ({ email, reason }));
  return { sent: sending.length, recipients: sending, skipped };
}

/** Reasons by the address of the person to notify. */
async function findOwners(
  { db, organizationId, projectId }: ProjectContext,
  version: VisibleVersion,
  ends: readonly AnnouncedEnd[] | null,
): Promise<Map<string, Set<string>>> {
  const keys = ends === null ? null : new Set(ends.map(({ label }) => label));
  const dependents = await findDependents(db, version, projectId, keys);
  const projectIds = [...new Set(dependents.map((one) => one.projectId))];
  const admins = await selectProjectAdmins(db, organizationId, projectIds);
  const owners = new Map<string, Set<string>>();
  for (const admin of admins) {
    const own = dependents.filter((one) => one.projectId === admin.projectId);
    const reasons = owners.get(admin.email) ?? new Set();
    owners.set(admin.email, new Set([...reasons, ...own.map(({ reason }) => reason)]));
  }
  return owners;
}

function writeMessage(ends: readonly AnnouncedEnd[], reasons: readonly string[]): string {
  const lines = ends.map(({ label, sunsetAt, migrationGuide }) => {
    const guide = migrationGuide === null ? "" : `\n  How to migrate:\n  ${migrationGuide}`;
    return `- ${label} ends at ${sunsetAt.toISOString()}.${guide}`;
  });
  const why = reasons.map((reason) => `- ${reason}`);
  return `The following is deprecated:\n\n${lines.join("\n")}\n\nYou receive this message because:\n\n${why.join("\n")}\n`;
}
