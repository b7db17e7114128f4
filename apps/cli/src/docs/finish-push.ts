import type { DocVersion } from "@lintel/contract/shapes/docs";
import type { Exit } from "../outcome/exit-codes.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { publishVersion } from "./publish-version.ts";
import { applyVisibility } from "./push-visibility.ts";
import { followWarnings, keepWarnings, reportWarnings } from "./push-warnings.ts";
import { remember, type Files, type PushWork, type Synced } from "./push-work.ts";
import { readVisibility } from "./set-visibility.ts";
import { keepAside } from "./sync-state.ts";

// What follows a push: its state and warnings are stored, and the version is published if requested.

/** Nothing differs, but a draft may still have to be published. */
export async function keepAsItIs(work: PushWork, files: Files, preview: Synced): Promise<Exit> {
  const { options, target, terminal } = work;
  terminal.say(`Version ${target.version.label} has the content of the folder already.`);
  remember(work, work.place, files);
  settleWarnings(work, files, preview);
  const isPublished = options.isSet("publish") && !target.isCopied;
  const version = isPublished
    ? await publish(work, work.place, target.version)
    : await settleVisibility(work, work.place, target.version);
  reportPush(work, files, preview, version);
  return "passed";
}

/** Everything was sent. */
export async function finish(
  work: PushWork,
  files: Files,
  place: VersionPlace,
  version: DocVersion,
  synced: Synced,
): Promise<Exit> {
  const { terminal, options, folder } = work;
  if (synced.overwritten.length > 0) {
    const kept = keepAside(
      folder,
      synced.overwritten.map(({ path, text }) => [path, text] as const),
    );
    terminal.say(`The overwritten files are kept in ${kept}`);
  }
  remember(work, place, files);
  settleWarnings(work, files, synced);
  const isPublished = options.isSet("publish");
  const shown = isPublished
    ? await publish(work, place, version)
    : await settleVisibility(work, place, version);
  reportPush(work, files, synced, shown);
  if (isPublished) return "passed";
  terminal.say(`Pushed to version ${version.label} (${version.status}).`);
  terminal.note("Next: publish it with --publish, or view it with `lintel docs preview`.");
  return "passed";
}

const settleVisibility = (
  { connection, terminal, documentation, options }: PushWork,
  place: VersionPlace,
  version: DocVersion,
): Promise<DocVersion> =>
  applyVisibility(connection, terminal, documentation, place, version, options.text("visibility"));

/** Stores the warnings of the files, and shows them. */
function settleWarnings(
  { folder, place, terminal, options }: PushWork,
  files: Files,
  synced: Synced,
) {
  const all = followWarnings(folder, place.docId, new Set(files.keys()), synced);
  keepWarnings(folder, place.docId, all);
  reportWarnings(terminal, synced.warnings, all, options.isSet("all-warnings"));
}

async function publish(
  { connection, documentation, terminal, options }: PushWork,
  place: VersionPlace,
  version: DocVersion,
): Promise<DocVersion> {
  if (version.status === "review" && documentation.requireApproval) {
    terminal.say(
      `Version ${version.label} is in review already: \`lintel docs publish --version ${version.id}\` approves it.`,
    );
    return version;
  }
  const asked = options.text("visibility");
  const visibility = asked === undefined ? undefined : readVisibility(asked);
  const published = await publishVersion(connection, place, documentation, version, visibility);
  terminal.say(published.lines.join("\n"));
  return published.version;
}

/** Prints the result as JSON if requested. */
export function reportPush(
  { options, terminal, folder, place }: PushWork,
  files: Files,
  synced: Synced,
  { id, label, status, visibility, readers, portalUrl }: DocVersion,
): void {
  if (!options.isSet("json")) return;
  const reported = { id, label, status, visibility, readers, portalUrl };
  const warnings = followWarnings(folder, place.docId, new Set(files.keys()), synced);
  terminal.emit(JSON.stringify({ folder, version: reported, ...synced, warnings }, null, 2));
}
