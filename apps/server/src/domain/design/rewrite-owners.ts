import type { OwnerKind } from "@lintel/contract/words/design";
import { sql } from "kysely";
import type { Design } from "@lintel/openapi/design";
import { listDesignUsages } from "@lintel/openapi/usages";
import { rewriteDesign } from "@lintel/openapi/rewrite";
import type { ComponentTarget, Rewrite } from "@lintel/openapi/rewrite";
import type { Database } from "../../platform/database/open-database.ts";
import type { ProjectContext } from "../../platform/kernel/implementation.ts";
import { updateRows } from "./bulk-rows.ts";
import { designTables, type DesignKind } from "./design-columns.ts";
import type { VersionPlace } from "./design.types.ts";
import { readDocument } from "./read-design.ts";
import { deleteDocumentUsages, deleteUsages, insertUsages, selectUsages } from "./usage-rows.ts";
import { toDocumentColumns, type AnyRow } from "./packed-rows.ts";
import { updateDocument } from "./write-design.ts";

/** The kinds of rows that refer to components, with where they are kept. */
const kindsByOwner = {
  pathItem: "pathItems",
  endpoint: "endpoints",
  parameter: "parameters",
  requestBody: "requestBodies",
  response: "responses",
  responseHeader: "responseHeaders",
  mediaType: "mediaTypes",
  component: "components",
} as const satisfies Record<Exclude<OwnerKind, "document">, DesignKind>;

const ownerKinds = [...Object.values(kindsByOwner), "securityAssignments"] as const;

type Rows = Record<(typeof ownerKinds)[number], readonly AnyRow[]>;

/** The rows that refer to a component: a part of a design, deleted endpoints included. */
interface Owners {
  readonly design: Design;
  readonly hasDocument: boolean;
  readonly ids: readonly string[];
}

/**
 * Rewrites every reference to a component in a version that is locked alone, by the table of what
 * refers to what. Rows that change become a version newer.
 */
export async function rewriteOwners(
  { db, now }: Pick<ProjectContext, "db" | "now">,
  place: VersionPlace,
  target: ComponentTarget,
  rewrite: Rewrite,
): Promise<void> {
  const owners = await readOwners(db, place, target);
  const after = rewriteDesign(owners.design, rewrite);
  await writeOwners(db, place, owners, after, now);
  await deleteUsages(db, place, owners.ids);
  if (owners.hasDocument) await deleteDocumentUsages(db, place);
  await insertUsages(db, place, listDesignUsages(after));
}

async function readOwners(
  db: Database,
  place: VersionPlace,
  { kind, name }: ComponentTarget,
): Promise<Owners> {
  const usages = await selectUsages(db, place, kind, name);
  const rows: Partial<Rows> = {};
  for (const [ownerKind, design] of Object.entries(kindsByOwner)) {
    const ids = usages.filter((each) => each.ownerKind === ownerKind).map((each) => each.ownerId);
    rows[design] = await readOwned(db, place, design, "id", ids);
  }
  const endpointIds = (rows.endpoints ?? []).map(({ id }) => id);
  rows.securityAssignments = await readOwned(
    db,
    place,
    "securityAssignments",
    "endpoint_id",
    endpointIds,
  );
  const hasDocument = usages.some(({ ownerKind }) => ownerKind === "document");
  const document = hasDocument ? await readDocument(db, place) : noDocument;
  // The table of columns is held to the rows' types by the round trip of every document.
  const design = { document, tags: [], ...rows } as unknown as Design;
  const ids = Object.values(kindsByOwner).flatMap((each) => (rows[each] ?? []).map(({ id }) => id));
  return { design, hasDocument, ids };
}

const noDocument: Design["document"] = {
  openapi: null,
  title: null,
  version: null,
  description: null,
  rest: null,
  keys: null,
  remnants: null,
};

async function readOwned(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  kind: keyof Rows,
  column: "id" | "endpoint_id",
  ids: readonly (string | null)[],
): Promise<AnyRow[]> {
  if (ids.length === 0) return [];
  const { name, columns } = designTables[kind];
  const names = Object.keys(columns).map((each) => sql.ref(each));
  const { rows } = await sql<AnyRow>`select ${sql.join(names)} from ${sql.table(name)}
    where organization_id = ${organizationId} and version_id = ${versionId}
      and ${sql.ref(column)} = any(${sql.val([...new Set(ids)])}::uuid[])`.execute(db);
  return rows;
}

async function writeOwners(
  db: Database,
  place: VersionPlace,
  { design: before, hasDocument }: Owners,
  after: Design,
  now: Date,
): Promise<void> {
  if (hasDocument && after.document !== before.document) {
    await updateDocument(db, place, toDocumentColumns(after.document), now);
  }
  for (const kind of ownerKinds) {
    const changed = after[kind].filter((row, at) => row !== before[kind][at]);
    await updateRows(db, designTables[kind], place, changed, now);
    if (kind === "mediaTypes") await touchOwners(db, place, changed as Design["mediaTypes"], now);
  }
}

/** Media types have no version of their own: an edit sends the version of the part that contains them. */
async function touchOwners(
  db: Database,
  { organizationId, versionId }: VersionPlace,
  mediaTypes: Design["mediaTypes"],
  now: Date,
): Promise<void> {
  const owners = {
    request_body: mediaTypes.map(({ requestBodyId }) => requestBodyId),
    response: mediaTypes.map(({ responseId }) => responseId),
  };
  for (const [table, ids] of Object.entries(owners)) {
    await sql`update ${sql.table(table)} set row_version = row_version + 1, modified_at = ${now}
      where organization_id = ${organizationId} and version_id = ${versionId}
        and id = any(${sql.val(ids.filter((id) => id !== null))}::uuid[])`.execute(db);
  }
}
