import type { SpecVersion } from "@lintel/contract/shapes/spec";
import { Failure } from "../outcome/failure.ts";
import type { Connection } from "../network/connect.ts";
import { cleanText } from "../output/clean-text.ts";
import { fetchPages } from "./fetch-pages.ts";
import { isId, refuseMissing, type FoundItem } from "./pick-item.ts";

/**
 * A specification by its id or name.
 * @throws Failure if there is none.
 */
export async function findSpec(
  connection: Connection,
  projectId: string,
  wanted: string,
): Promise<FoundItem> {
  if (isId(wanted)) return { id: wanted, name: null };
  const doing = "find the specification";
  const named =
    wanted.length > 120
      ? []
      : (await connection.call(doing, "listSpecs", { projectId, name: wanted })).items;
  const [spec] = named;
  if (spec !== undefined) return spec;
  const present = await fetchPages(
    (paging) => connection.call(doing, "listSpecs", { projectId, ...paging }),
    500,
  );
  const kind = {
    one: "specification",
    many: "specifications",
    where: "in the project",
    listing: "lintel list specs",
    beginning: "lintel import openapi FILE",
  };
  throw refuseMissing(kind, wanted, present);
}

/**
 * A version of a specification by its name or id. Default: the newest.
 * @throws Failure if there is none.
 */
export async function findSpecVersion(
  connection: Connection,
  projectId: string,
  spec: FoundItem,
  wanted: string | undefined,
): Promise<SpecVersion> {
  const place = { projectId, specId: spec.id };
  const versions = await fetchPages(
    (paging) => connection.call("find the version", "listSpecVersions", { ...place, ...paging }),
    // The newest comes first.
    wanted === undefined ? 1 : undefined,
  );
  const found =
    wanted === undefined
      ? versions[0]
      : (versions.find(({ version }) => version === wanted) ??
        versions.find(({ id }) => id === wanted));
  if (found !== undefined) return found;
  throw refuseVersion(wanted ?? "", versions);
}

function refuseVersion(wanted: string, versions: readonly SpecVersion[]): Failure {
  const names = versions.slice(0, 10).map(({ version }) => cleanText(version));
  return new Failure({
    exit: "notFound",
    code: "NOT_FOUND",
    what:
      names.length === 0
        ? "The specification has no version yet."
        : `There is no version "${cleanText(wanted)}" of the specification.`,
    why: names.length === 0 ? [] : [`There are: ${names.join(", ")}`],
    fix: "Omit the version for the newest.",
  });
}
