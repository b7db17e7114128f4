import type { OpenApiVersion } from "@lintel/contract/words/design";
import { sql, type Selectable } from "kysely";
import { isAtLeast } from "@lintel/openapi/version";
import { quote } from "@lintel/json/shorten";
import type { SpecRow, SpecVersionRow } from "./design.tables.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import type { VersionPlace } from "./design.types.ts";

export type StoredSpec = Selectable<SpecRow>;
export type StoredVersion = Selectable<SpecVersionRow>;

/** Where to look; a job has no more than this of a call. */
type Place = Pick<ProjectContext, "organizationId" | "projectId" | "db">;

/** A version that a call may look at, with the rows' place. */
export interface VisibleVersion extends VersionPlace {
  readonly specId: string;
  readonly version: string;
  readonly isPublished: boolean;
  readonly openapiVersion: OpenApiVersion;
}

export async function findSpec(context: Place, specId: string): Promise<StoredSpec> {
  const row = await context.db
    .selectFrom("spec")
    .selectAll()
    .where("organizationId", "=", context.organizationId)
    .where("projectId", "=", context.projectId)
    .where("id", "=", specId)
    .executeTakeFirst();
  if (row === undefined) throw notFound("The specification");
  return row;
}

/** `shared`: other edits go on; `alone`: for reading or changing the whole version. */
export type VersionLock = "shared" | "alone";

/** Returns a version, draft or published, and locks it against edits until the transaction ends. */
export async function lockVersion(
  context: ProjectContext,
  specId: string,
  versionId: string,
): Promise<VisibleVersion> {
  return toVisible(await selectVersion(context, specId, versionId, "alone"));
}

/** @throws Problem NOT_FOUND where the project has no such specification, or it no such version. */
export async function findVersion(
  context: Place,
  specId: string,
  versionId: string,
): Promise<VisibleVersion> {
  return toVisible(await selectVersion(context, specId, versionId));
}

/** The version of a specification that was made last, published or not. */
export async function findNewestVersion(
  context: ProjectContext,
  specId: string,
): Promise<VisibleVersion> {
  const row = await selectHeads(context, await findSpec(context, specId))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  if (row === undefined) throw notFound("The version");
  return toVisible(row);
}

/** What a specification's readers see: the version that was published last, or the newest draft. */
export async function findShownVersion(
  context: ProjectContext,
  specId: string,
): Promise<VisibleVersion> {
  const row = await selectHeads(context, await findSpec(context, specId))
    .where("status", "=", "published")
    .orderBy("publishedAt", "desc")
    .orderBy("id", "desc")
    .executeTakeFirst();
  return row === undefined ? findNewestVersion(context, specId) : toVisible(row);
}

function selectHeads({ db }: ProjectContext, { organizationId, id }: StoredSpec) {
  return db
    .selectFrom("specVersion")
    .select(["organizationId", "id", "specId", "version", "status", "openapiVersion"])
    .where("organizationId", "=", organizationId)
    .where("specId", "=", id)
    .limit(1);
}

/**
 * A version that the call is about to change. It stays a draft until the call's transaction ends:
 * publishing waits for it. Other edits wait as well where the lock is `alone`.
 * @throws Problem VERSION_LOCKED where it is published.
 */
export async function lockDraft(
  context: ProjectContext,
  specId: string,
  versionId: string,
  lock: VersionLock = "shared",
): Promise<VisibleVersion> {
  return needDraft(toVisible(await selectVersion(context, specId, versionId, lock)));
}

export function needDraft(seen: VisibleVersion): VisibleVersion {
  if (seen.isPublished) throw versionLocked(seen, "Make a new version of it, and change that.");
  return seen;
}

export function versionLocked(
  { specId, versionId, version }: VisibleVersion,
  remedy: string,
): Problem {
  const detail = `Version ${quote(version)} is published and stays as it is. ${remedy}`;
  return new Problem("VERSION_LOCKED", detail, { specId, versionId });
}

async function selectVersion(
  context: Place,
  specId: string,
  versionId: string,
  lock?: VersionLock,
) {
  const { db, organizationId, projectId } = context;
  const row = await db
    .selectFrom("specVersion as v")
    .innerJoin("spec as s", (join) =>
      join.onRef("s.organizationId", "=", "v.organizationId").onRef("s.id", "=", "v.specId"),
    )
    .select(["v.id", "v.specId", "v.version", "v.status", "v.openapiVersion"])
    .where("v.organizationId", "=", organizationId)
    .where("v.id", "=", versionId)
    .where("v.specId", "=", specId)
    .where("s.projectId", "=", projectId)
    .$if(lock === "shared", (query) => query.modifyEnd(sql`for share of v`))
    .$if(lock === "alone", (query) => query.modifyEnd(sql`for update of v`))
    .executeTakeFirst();
  if (row !== undefined) return { ...row, organizationId };
  await findSpec(context, specId);
  throw notFound("The version");
}

type VersionHead = Pick<StoredVersion, "id" | "specId" | "version" | "status" | "openapiVersion">;

export function toVisible(row: VersionHead & { readonly organizationId: string }): VisibleVersion {
  return {
    organizationId: row.organizationId,
    versionId: row.id,
    specId: row.specId,
    version: row.version,
    isPublished: row.status === "published",
    openapiVersion: row.openapiVersion as OpenApiVersion,
  };
}

/** @throws Problem OPENAPI_VERSION_UNSUPPORTED where the version's OpenAPI has no such thing. */
export function needOpenApi(
  { openapiVersion }: Pick<VisibleVersion, "openapiVersion">,
  wanted: OpenApiVersion,
  thing: string,
): void {
  if (isAtLeast(openapiVersion, wanted)) return;
  throw new Problem(
    "OPENAPI_VERSION_UNSUPPORTED",
    `${thing} needs OpenAPI ${wanted}; this version is written in ${openapiVersion}.`,
    { openapiVersion, requiredVersion: wanted },
  );
}
