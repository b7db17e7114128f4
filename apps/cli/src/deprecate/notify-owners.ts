import type { Invocation } from "../command-line/command.types.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { openVersion } from "./open-target.ts";

export async function notifyOwners(invocation: Invocation): Promise<Exit> {
  const { connection, terminal, projectId, specId, version } = await openVersion(invocation);
  const notified = await connection.call("notify the owners", "notifyDependentOwners", {
    projectId,
    specId,
    versionId: version.id,
  });
  const { sent, recipients, skipped } = notified;
  if (invocation.options.isSet("json")) terminal.emit(JSON.stringify(notified, null, 2));
  else {
    terminal.say(sent === 1 ? "1 message sent." : `${sent} messages sent.`);
    for (const { email, reasons } of recipients)
      terminal.say(cleanText(`  ${email}: ${reasons.join("; ")}`));
    for (const { email, reason } of skipped)
      terminal.note(cleanText(email === null ? reason : `Not sent to ${email}: ${reason}`));
  }
  return "passed";
}
