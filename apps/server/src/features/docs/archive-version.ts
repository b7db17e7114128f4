import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { deleteCopies, packPages, selectLabels } from "./doc-archive.store.ts";
import { lockAssets } from "./doc-asset.store.ts";
import type { StoredDocumentation, StoredVersion } from "./doc-visibility.ts";
import { rowsOf } from "./doc-tree.service.ts";
import { updateVersionRow } from "./doc-version.store.ts";

const maxLabelLength = 40;

/**
 * Archives a published version. Its label becomes free for the version that replaces it. Its own
 * label then names the copy: version 3 of `1.0` is `1.0-r3`.
 */
export async function archiveVersion(
  context: ProjectContext,
  version: StoredVersion,
  isReplaced: boolean,
): Promise<StoredVersion> {
  const { db, now } = context;
  const label = chooseLabel(version, await selectLabels(db, version));
  const archived = await updateVersionRow(db, version, {
    status: "archived",
    visibility: version.visibility,
    label,
    publishedLabel: version.label,
    isReplaced,
    modifiedAt: now,
  });
  await lockAssets(db, version.organizationId);
  await packPages(db, rowsOf(version));
  return archived;
}

/** Deletes the oldest replaced versions of this label and returns them. */
export function deleteOldCopies(
  { db }: ProjectContext,
  { keptCopies }: StoredDocumentation,
  version: StoredVersion,
): Promise<string[]> {
  return deleteCopies(db, version, keptCopies);
}

function chooseLabel({ label, versionNumber }: StoredVersion, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count += 1) {
    const ending = `-r${versionNumber}${count === 1 ? "" : `.${count}`}`;
    const chosen = `${label.slice(0, maxLabelLength - ending.length)}${ending}`;
    if (!taken.has(chosen)) return chosen;
  }
}
