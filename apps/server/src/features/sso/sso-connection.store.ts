import { sql, type Selectable } from "kysely";
import type { Database } from "../../platform/database/open-database.ts";
import { selectPage } from "../../platform/database/select-page.ts";
import type { Page, Paging } from "../../platform/paging.ts";
import type { ConnectionState } from "./connection-states.ts";
import type { SsoConnectionRow } from "./sso.tables.ts";

export type StoredConnection = Selectable<SsoConnectionRow>;

/** What an admin configures, and what was read of the provider. */
export type ConnectionValues = Pick<
  StoredConnection,
  | "name"
  | "saml"
  | "oidc"
  | "certificates"
  | "clientSecret"
  | "clientSecretExpiresAt"
  | "domains"
  | "attributes"
  | "isJitEnabled"
  | "isIdpInitiatedAllowed"
  | "isEmailTrusted"
  | "metadataUrl"
  | "metadataReadAt"
  | "metadataProblem"
>;

export function selectConnections(
  db: Database,
  organizationId: string,
  paging: Paging,
): Promise<Page<StoredConnection>> {
  return selectPage(ofOrganization(db, organizationId).orderBy("id"), paging);
}

const ofOrganization = (db: Database, organizationId: string) =>
  db.selectFrom("ssoConnection").selectAll().where("organizationId", "=", organizationId);

export function selectConnection(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredConnection | undefined> {
  return ofOrganization(db, organizationId).where("id", "=", id).executeTakeFirst();
}

/** A connection by its address, which names no organization: browsers and providers send only the id. */
export function findConnection(db: Database, id: string): Promise<StoredConnection | undefined> {
  return db.selectFrom("ssoConnection").selectAll().where("id", "=", id).executeTakeFirst();
}

/** The active connections that captured a domain, of the organization that has verified it. */
export function selectChoices(
  db: Database,
  domain: string,
): Promise<Pick<StoredConnection, "id" | "name" | "protocol">[]> {
  return db
    .selectFrom("emailDomain as d")
    .innerJoin("ssoConnection as c", "c.organizationId", "d.organizationId")
    .where("d.domain", "=", domain)
    .where("d.verifiedAt", "is not", null)
    .where("c.status", "=", "active")
    .where(sql<boolean>`${domain} in (select json_array_elements_text(c.domains))`)
    .select(["c.id", "c.name", "c.protocol"])
    .orderBy("c.name")
    .execute();
}

/** A connection of an organization, locked until the end of the transaction. */
export function lockConnection(
  db: Database,
  organizationId: string,
  id: string,
): Promise<StoredConnection | undefined> {
  return ofOrganization(db, organizationId).where("id", "=", id).forUpdate().executeTakeFirst();
}

export function insertConnection(
  db: Database,
  place: Pick<StoredConnection, "organizationId" | "id" | "protocol">,
  values: ConnectionValues,
  now: Date,
): Promise<StoredConnection> {
  return db
    .insertInto("ssoConnection")
    .values({
      ...place,
      ...toColumns(values),
      status: "draft",
      failure: null,
      failedHandshakes: 0,
      testedAt: null,
      warned: null,
      createdAt: now,
      modifiedAt: now,
      rowVersion: 1,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Undefined if the connection was deleted or changed after it was read. */
export function updateConnection(
  db: Database,
  connection: StoredConnection,
  values: ConnectionValues & ConnectionState,
  now: Date,
): Promise<StoredConnection | undefined> {
  return db
    .updateTable("ssoConnection")
    .set({ ...toColumns(values), modifiedAt: now, rowVersion: sql`row_version + 1` })
    .where("organizationId", "=", connection.organizationId)
    .where("id", "=", connection.id)
    .where("rowVersion", "=", connection.rowVersion)
    .returningAll()
    .executeTakeFirst();
}

/** Writes a state. The row version changes with the status, and not with what is only counted. */
export function updateState(
  db: Database,
  { organizationId, id, status: before }: StoredConnection,
  { status, failure, failedHandshakes, testedAt }: ConnectionState,
  now: Date,
): Promise<StoredConnection> {
  const stamp =
    status === before ? {} : { modifiedAt: now, rowVersion: sql<string>`row_version + 1` };
  return db
    .updateTable("ssoConnection")
    .set({ status, failure, failedHandshakes, testedAt, ...stamp })
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteConnection(
  db: Database,
  { organizationId, id }: StoredConnection,
): Promise<void> {
  await db
    .deleteFrom("ssoConnection")
    .where("organizationId", "=", organizationId)
    .where("id", "=", id)
    .execute();
}

/** The domains that the organization has verified, sorted. */
export async function selectVerifiedDomains(
  db: Database,
  organizationId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom("emailDomain")
    .select("domain")
    .where("organizationId", "=", organizationId)
    .where("verifiedAt", "is not", null)
    .orderBy("domain")
    .execute();
  return rows.map(({ domain }) => domain);
}

function toColumns<Values extends ConnectionValues>(values: Values) {
  const { saml, oidc } = values;
  return {
    ...values,
    saml: saml === null ? null : JSON.stringify(saml),
    oidc: oidc === null ? null : JSON.stringify(oidc),
    certificates: JSON.stringify(values.certificates),
    domains: JSON.stringify(values.domains),
    attributes: JSON.stringify(values.attributes),
  };
}
