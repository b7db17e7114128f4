import type { InputOf, OutputOf } from "@lintel/contract/operation";
import type { notifyDependentOwners } from "@lintel/contract/operations/deprecation-plan";
import { findVersion } from "../../domain/design/version-visibility.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import type { AnnouncedEnd } from "./dependent.types.ts";
import { selectAnnouncedEnds } from "./dependents.store.ts";
import { findOwners } from "./find-owners.ts";

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
  const keys = isWhole ? null : new Set(ends.map(({ key }) => key));
  const recipients = await findOwners(context, version, keys);
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

function writeMessage(ends: readonly AnnouncedEnd[], reasons: readonly string[]): string {
  const lines = ends.map(({ label, sunsetAt, migrationGuide }) => {
    const guide = migrationGuide === null ? "" : `\n  How to migrate:\n  ${migrationGuide}`;
    return `- ${label} ends at ${sunsetAt.toISOString()}.${guide}`;
  });
  const why = reasons.map((reason) => `- ${reason}`);
  return `The following is deprecated:\n\n${lines.join("\n")}\n\nYou receive this message because:\n\n${why.join("\n")}\n`;
}
