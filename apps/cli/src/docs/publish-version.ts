import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import type { Visibility } from "@lintel/contract/words/visibilities";
import { fetchPages } from "../items/fetch-pages.ts";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { VersionPlace } from "./fetch-files.ts";
import { reportReaders } from "./report-readers.ts";

export interface Published {
  readonly version: DocVersion;
  /** A message for people. */
  readonly lines: readonly string[];
}

/**
 * Publishes a version, or submits it for review if that is required.
 * @param visibility - who may read it; unchanged by default
 */
export async function publishVersion(
  connection: Connection,
  place: VersionPlace,
  documentation: Documentation,
  { label, status: before, visibility: visibleBefore }: DocVersion,
  visibility?: Visibility,
): Promise<Published> {
  const { requireApproval, name } = documentation;
  // Publishing a version in review approves it.
  const isHandedIn = requireApproval && before === "draft";
  const status = isHandedIn ? "review" : "published";
  const moved = await connection.call(
    isHandedIn ? "submit the version for review" : "publish the version",
    "changeDocVersionStatus",
    { ...place, status, ...(visibility === undefined ? {} : { visibility }) },
  );
  const changes =
    moved.visibility === visibleBefore
      ? []
      : [`Visibility: ${moved.visibility}; it was ${visibleBefore}`];
  if (!isHandedIn) {
    const deleted = moved.deletedVersionIds.length;
    const lines = [
      `Published: ${cleanText(name)} ${label}`,
      ...changes,
      ...reportReaders(documentation, moved),
      ...(deleted === 0 ? [] : [`Deleted: ${deleted} older copies of ${label}`]),
    ];
    return { version: moved, lines };
  }
  const who = await findApprovers(connection);
  const line = `In review: ${cleanText(name)} ${label} is published once ${who} approves it.`;
  return { version: moved, lines: [line, ...changes] };
}

/** Who can approve: names, if the key may list the members. */
async function findApprovers(connection: Connection): Promise<string> {
  const anyone = "an owner, an admin or another member who may publish documentation";
  try {
    const members = await fetchPages(
      (paging) => connection.call("list the members", "listMembers", paging),
      500,
    );
    const names = members
      .filter(({ role }) => role === "owner" || role === "admin")
      .map((member) => cleanText(member.name));
    return names.length === 0 ? anyone : `one of ${names.slice(0, 10).join(", ")}`;
  } catch (error) {
    if (error instanceof Failure) return anyone;
    throw error;
  }
}
