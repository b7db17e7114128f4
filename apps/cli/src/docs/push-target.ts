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
 * The version that was named; else with --publish the published one, else the one of the last push,
 * else the newest that can be edited. What cannot be edited is copied into a draft.
 */
export function chooseTarget(
  documentation: Documentation,
  wanted: string | undefined,
  isPublishing: boolean,
  state: SyncState | null,
): PushTarget {
  const { versions } = documentation;
  const published = pickVersion(versions.filter(({ status }) => status === "published"));
  const known = versions.find((version) => version.id === state?.versionId && isEditable(version));
  const version =
    wanted !== undefined
      ? findVersion(documentation, wanted)
      : isPublishing && published !== undefined
        ? published
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
