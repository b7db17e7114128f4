import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import type { Connection } from "../network/connect.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findVersion, isEditable, pickVersion } from "./find-version.ts";
import type { SyncState } from "./sync-state.ts";

/** The base version of a push, and whether the push goes into a copy of it. */
export interface PushTarget {
  readonly version: DocVersion;
  readonly isCopied: boolean;
}

/**
 * The named version; else with --publish the draft that will replace the published one, or a copy of the published one;
 * else the version of the last push, else the newest editable one. A version that cannot be edited is copied into a
 * draft.
 * @throws Failure if several drafts are possible
 */
export function chooseTarget(
  documentation: Documentation,
  wanted: string | undefined,
  isPublishing: boolean,
  state: SyncState | null,
): PushTarget {
  const { versions } = documentation;
  const known = versions.find((version) => version.id === state?.versionId && isEditable(version));
  const version =
    wanted !== undefined
      ? findVersion(documentation, wanted)
      : isPublishing
        ? chooseForPublishing(versions, state)
        : (known ?? pickVersion(versions));
  if (version === undefined) throw new Error("A documentation has a version.");
  if (version.status === "archived") {
    throw usageFailure(
      `Version ${version.label} is archived.`,
      "Choose a version with --version; `lintel docs list` shows them.",
    );
  }
  return { version, isCopied: !isEditable(version) };
}

/**
 * The target of a publishing push. A draft with the label of the published version contains changes that someone
 * prepared for its readers, so it is used. Drafts with other labels are other editions.
 */
function chooseForPublishing(
  versions: readonly DocVersion[],
  state: SyncState | null,
): DocVersion | undefined {
  const known = versions.find(({ id }) => id === state?.versionId);
  if (known !== undefined && isEditable(known)) return known;
  const shown = versions.filter(({ status }) => status === "published");
  const published = shown.find(({ id }) => id === known?.id) ?? pickVersion(shown);
  const drafts = versions.filter(
    (version) =>
      isEditable(version) && (published === undefined || version.label === published.label),
  );
  if (drafts.length < 2) return drafts[0] ?? published ?? pickVersion(versions);
  throw usageFailure(
    `${drafts.length} drafts could be published: ${nameVersions(drafts)}.`,
    "Choose one with --version, or delete unneeded drafts; `lintel docs versions` shows them. Nothing was changed.",
  );
}

/** Distinguishes versions with the same label by their ids. */
export function nameVersions(versions: readonly DocVersion[]): string {
  return versions
    .map(({ label, versionNumber, id }) => `${label} (number ${versionNumber}, ${id})`)
    .join(", ");
}

/** The version that is written: the target itself, or a draft copied from it. */
export async function openTarget(
  connection: Connection,
  place: { readonly projectId: string; readonly docId: string },
  { version, isCopied }: PushTarget,
  label: string | undefined,
): Promise<DocVersion> {
  const doing = "make a draft";
  const labelled = label === undefined ? {} : { label };
  if (isCopied)
    return connection.call(doing, "createDocVersion", {
      ...place,
      fromVersionId: version.id,
      ...labelled,
    });
  if (label === undefined || label === version.label) return version;
  return connection.call("label the version", "updateDocVersion", {
    ...place,
    versionId: version.id,
    label,
    rowVersion: version.rowVersion,
  });
}
