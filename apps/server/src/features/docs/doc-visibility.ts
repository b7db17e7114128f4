import { sql, type Selectable } from "kysely";
import type { DocVersionStatus } from "@lintel/contract/shapes/docs";
import type { DocumentationRow, DocVersionRow } from "../../domain/docs/docs.tables.ts";
import type { Place } from "../../domain/docs/node-paths.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { notFound, Problem } from "../../platform/problem.ts";
import { selectPage, type StoredPage } from "./doc-page.store.ts";
import { selectVersions } from "../../domain/docs/select-versions.ts";

export type StoredDocumentation = Selectable<DocumentationRow>;
export type StoredVersion = Selectable<DocVersionRow>;

export interface VersionPlace {
  readonly docId: string;
  readonly versionId: string;
}

const editable: ReadonlySet<string> = new Set<DocVersionStatus>(["draft", "review"]);

export function isEditable({ status }: Pick<StoredVersion, "status">): boolean {
  return editable.has(status);
}

/** @throws Problem NOT_FOUND if the project has no such documentation. */
export function findDocumentation(
  context: ProjectContext,
  docId: string,
): Promise<StoredDocumentation> {
  return selectDocumentation(context, docId, false);
}

/**
 * Locks a documentation, so that no other call adds a version or changes the status of one until
 * the transaction ends. It is locked before any of its versions.
 */
export function lockDocumentation(
  context: ProjectContext,
  docId: string,
): Promise<StoredDocumentation> {
  return selectDocumentation(context, docId, true);
}

async function selectDocumentation(
  { db, organizationId, projectId }: ProjectContext,
  docId: string,
  isLocked: boolean,
): Promise<StoredDocumentation> {
  const row = await db
    .selectFrom("documentation")
    .selectAll()
    .where("organizationId", "=", organizationId)
    .where("projectId", "=", projectId)
    .where("id", "=", docId)
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  if (row === undefined) throw notFound("The documentation");
  return row;
}

/** @throws Problem NOT_FOUND if there is no such documentation or version. */
export function findVersion(context: ProjectContext, place: VersionPlace): Promise<StoredVersion> {
  return selectVersion(context, place, false);
}

/** Locks a version's row until the transaction ends. */
export function lockVersion(context: ProjectContext, place: VersionPlace): Promise<StoredVersion> {
  return selectVersion(context, place, true);
}

/**
 * Locks a version that the call is about to change. Other changes of it wait.
 *
 * @throws Problem VERSION_NOT_EDITABLE if it is published or archived.
 */
export async function lockEditable(
  context: ProjectContext,
  place: VersionPlace,
): Promise<StoredVersion> {
  const version = await lockVersion(context, place);
  if (isEditable(version)) return version;
  const detail = `Version ${version.label} is ${version.status} and stays as it is.`;
  throw new Problem("VERSION_NOT_EDITABLE", detail, { versionStatus: version.status });
}

async function selectVersion(
  { db, organizationId, projectId }: ProjectContext,
  { docId, versionId }: VersionPlace,
  isLocked: boolean,
): Promise<StoredVersion> {
  const row = await selectVersions(db)
    .selectAll("v")
    .where("v.organizationId", "=", organizationId)
    .where("v.id", "=", versionId)
    .where("v.documentationId", "=", docId)
    .where("d.projectId", "=", projectId)
    .$if(isLocked, (query) => query.modifyEnd(sql`for update of v`))
    .executeTakeFirst();
  if (row === undefined) throw notFound("The version of the documentation");
  return row;
}

/** The version as the subject of an event. */
export const subjectOf = ({ id, label: name }: StoredVersion) =>
  ({ type: "docVersion", id, name }) as const;

/** @throws Problem NOT_FOUND if the version has no such page. */
export async function findPage(
  { db }: ProjectContext,
  place: Place,
  pageId: string,
): Promise<StoredPage> {
  const page = await selectPage(db, place, pageId);
  if (page === undefined) throw notFound("The page");
  return page;
}
