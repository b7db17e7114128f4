import type { ScanProfile } from "@lintel/contract/shapes/scan-profile";
import type { Invocation } from "../command-line/command.types.ts";
import { openProject } from "../items/open-project.ts";
import type { Exit } from "../outcome/exit-codes.ts";
import { cleanText } from "../output/clean-text.ts";
import { renderTable } from "../output/text-table.ts";

export async function listProfiles(invocation: Invocation): Promise<Exit> {
  const { connection, terminal, projectId } = await openProject(invocation);
  const profiles = await connection.call("list the scan profiles", "listScanProfiles", {
    projectId,
  });
  if (invocation.options.isSet("json")) terminal.emit(JSON.stringify(profiles, null, 2));
  else if (profiles.length === 0)
    terminal.note(
      "There are no scan profiles yet. docs/security-scans.md shows how to create one.",
    );
  else terminal.say(renderTable(columns, profiles.map(toRow)).join("\n"));
  return "passed";
}

const columns = ["NAME", "ENABLED", "SCHEDULE", "IDENTITIES", "ID"];

const toRow = (profile: ScanProfile): string[] => [
  cleanText(profile.name),
  profile.isEnabled ? "yes" : "no",
  profile.cronSchedule === null ? "–" : `${profile.cronSchedule} ${profile.cronTimeZone}`,
  String(profile.identities.length),
  profile.id,
];
