import type { Documentation, DocVersion } from "@lintel/contract/shapes/docs";
import { fetchPages } from "../items/fetch-pages.ts";
import type { Connection } from "../network/connect.ts";
import { Failure } from "../outcome/failure.ts";
import { cleanText } from "../output/clean-text.ts";
import type { VersionPlace } from "./fetch-files.ts";

export interface Published {
  readonly status: DocVersion["status"];
  /** For people. */
  readonly text: string;
}

/** Shows a version to its readers, or hands it in for review where that is required. */
export async function publishVersion(
  connection: Connection,
  place: VersionPlace,
  { requireApproval, name }: Documentation,
  { label }: DocVersion,
): Promise<Published> {
  const status = requireApproval ? "review" : "published";
  const moved = await connection.call(
    requireApproval ? "hand the version in for review" : "publish the version",
    "changeDocVersionStatus",
    { ...place, status },
  );
  if (!requireApproval)
    return { status: moved.status, text: `Published: ${cleanText(name)} ${label}` };
  const who = await findApprovers(connection);
  return {
    status: moved.status,
    text: `In review: ${cleanText(name)} ${label} is published once ${who} approves it.`,
  };
}

/** Who can approve, by name where the key may see the members. */
async function findApprovers(connection: Connection): Promise<string> {
  const anyone = "an owner or admin, or who else may publish documentation,";
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
