import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import type { Connection } from "../network/connect.ts";
import { usageFailure } from "../outcome/failure.ts";
import { findVersion, isEditable, pickVersion } from "./find-version.ts";
import type { SyncState } from "./sync-state.ts";

/** The version that a push is held against, and whether it goes into a copy of it. */
export interface PushTarget {
  readonly version: DocVersion;
  readonly isCopied: boolean;
}

/**
 * The version that was named; else with --publish the draft that is to replace the published one, or
 * a copy of that; else the one of the last push, else the newest that can be edited. What cannot be
 * edited is copied into a draft.
 * @throws Failure where several drafts could be meant
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
      "Name a version with --version; `lintel docs list` shows them.",
    );
  }
  return { version, isCopied: !isEditable(version) };
}

/**
 * What a publishing push goes into. A draft with the label of the published version holds what someone
 * prepared for its readers: it is not passed over. Drafts of other labels are other editions.
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
    "Name one of them with --version, or delete those that nobody needs; `lintel docs versions` shows them. Nothing was changed.",
  );
}

/** Versions with the same label differ by their ids. */
export function nameVersions(versions: readonly DocVersion[]): string {
  return versions
    .map(({ label, versionNumber, id }) => `${label} (number ${versionNumber}, ${id})`)
    .join(", ");
}

/** The version that is written: the target itself, or a draft that begins as a copy of it. */
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
