import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import { isId, refuseMissing } from "../items/pick-item.ts";
import type { Connection } from "../network/connect.ts";
import { Failure, usageFailure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { SyncState } from "./sync-state.ts";

const kind = {
  one: "documentation",
  many: "documentations",
  where: "in the project",
  listing: "lintel docs list",
};

/**
 * The documentation with a name, slug or id. Default: the one of the last sync, or the only one.
 * @throws Failure if there is none, or the choice is ambiguous.
 */
export async function findDocumentation(
  connection: Connection,
  projectId: string,
  wanted: string | undefined,
  state: SyncState | null,
): Promise<Documentation> {
  const { documentations } = await connection.call("find the documentation", "listDocumentations", {
    projectId,
  });
  const by = (key: "id" | "name" | "slug", value: string) =>
    documentations.find((one) => one[key] === value);
  if (wanted === undefined) {
    const known = state === null ? undefined : by("id", state.docId);
    const only = documentations.length === 1 ? documentations[0] : undefined;
    const found = known ?? only;
    if (found !== undefined) return found;
    throw usageFailure(
      "The project has several documentations.",
      "Choose one with --doc NAME; `lintel docs list` shows them.",
    );
  }
  const found =
    by("name", wanted) ?? by("slug", wanted) ?? (isId(wanted) ? by("id", wanted) : undefined);
  if (found !== undefined) return found;
  throw refuseMissing(kind, wanted, documentations);
}

export const isEditable = ({ status }: DocVersion): boolean =>
  status === "draft" || status === "review";

const rank: Readonly<Record<DocVersion["status"], number>> = {
  draft: 0,
  review: 0,
  published: 1,
  archived: 2,
};

/**
 * A version by its label or id. Of several with one label, an editable one comes first, then the published one; of
 * several such, the newest.
 * @throws Failure if there is none.
 */
export function findVersion({ versions }: Documentation, wanted: string): DocVersion {
  const found = pickVersion(versions.filter(({ label, id }) => label === wanted || id === wanted));
  if (found !== undefined) return found;
  const labels = [...new Set(versions.map(({ label }) => cleanText(label)))].slice(0, 10);
  throw new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what: `There is no version "${cleanText(wanted)}" of the documentation.`,
    why: labels.length === 0 ? [] : [`There are: ${labels.join(", ")}`],
    fix: "Omit --version for the newest draft; `lintel docs list` shows all versions.",
  });
}

/** What readers see: the published version, else the newest draft. */
export function pickShown(versions: readonly DocVersion[]): DocVersion | undefined {
  return (
    pickVersion(versions.filter(({ status }) => status === "published")) ?? pickVersion(versions)
  );
}

export function pickVersion(versions: readonly DocVersion[]): DocVersion | undefined {
  return versions.toSorted(
    (a, b) => rank[a.status] - rank[b.status] || b.versionNumber - a.versionNumber,
  )[0];
}
