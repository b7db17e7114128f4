import type { ColumnType } from "kysely";
import type { At, Bigint, Json, Stamped } from "./column.types.ts";

export interface OrganizationRow extends Stamped {
  id: string;
  name: string;
  slug: string;
  plan: string;
  /** Counts every change of permissions. A cached principal is revalidated against it. */
  authVersion: ColumnType<string, never, never>;
}

export interface UserAccountRow {
  id: string;
  email: string;
  name: string;
  createdAt: At;
}

export interface MembershipRow extends Stamped {
  organizationId: string;
  userId: string;
  role: string;
  isActive: boolean;
}

export interface ProjectRow extends Stamped {
  organizationId: string;
  id: string;
  name: string;
  slug: string;
  description: string | null;
}

export interface ProjectRoleRow {
  organizationId: string;
  projectId: string;
  userId: string;
  role: string;
}

export interface ApiKeyRow extends Stamped {
  organizationId: string;
  id: string;
  userId: string;
  name: string;
  prefix: string;
  access: string;
  permissions: Json<{ permission: string; projectId: string | null }[]>;
  expiresAt: ColumnType<Date | null, Date | null, Date | null>;
  lastUsedAt: ColumnType<Date | null, Date | null, Date | null>;
  revokedAt: ColumnType<Date | null, Date | null, Date | null>;
  /** The key that minted a staging token. */
  mintedBy: ColumnType<string | null, string | null, never>;
}

/** Finds the organization of a secret by its digest. */
export interface CredentialRow {
  digest: string;
  kind: string;
  organizationId: string;
  subjectId: string;
}

export interface AuditHeadRow {
  organizationId: string;
  sequence: Bigint;
  hash: Buffer | Uint8Array;
  /** The fingerprint of the master key that continues the chain, or null for the region's first. */
  keyFingerprint: string | null;
  /** The number of the organization's newest event. */
  eventSequence: ColumnType<string, string | number | undefined, string | number>;
  /** The epoch of event numbers. A restore begins a new one. */
  eventEpoch: ColumnType<string, string | undefined, string>;
}

/** A present or former master key of the region. */
export interface MasterKeyRow {
  fingerprint: string;
  /** Counts from 1, the oldest. */
  sequence: number;
  state: "active" | "previous" | "retired";
  /** The key of its audit chain in hex, sealed under the active key. Null for the active key. */
  chainKey: ColumnType<string | null, string | null | undefined, string | null>;
  activatedAt: At;
  retiredAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Domain events, numbered for each organization; `data` is what their type declares. */
export interface EventRow {
  organizationId: string;
  sequence: Bigint;
  occurredAt: At;
  type: string;
  version: number;
  projectId: string | null;
  permission: string;
  subjectType: string;
  subjectId: string;
  actor: Json<{ type: string; id: string | null; keyId: string | null }>;
  requestId: string | null;
  data: Json<Record<string, unknown>>;
}

export interface AuditEntryRow {
  organizationId: string;
  sequence: Bigint;
  occurredAt: string;
  event: string;
  result: string;
  actor: Json<{ type: string; id: string | null; name: string; keyId: string | null }>;
  target: Json<{ type: string; id: string | null; name: string | null } | null>;
  requestId: string | null;
  details: Json<Record<string, unknown>>;
  detailsDigest: string;
  hash: Buffer | Uint8Array;
}

/** A caller's admitted calls of the last window, in microseconds of Unix time, oldest first. */
export interface RateWindowRow {
  caller: string;
  instants: string[];
  /** How many calls of the last batch were admitted, and when. */
  admitted: number;
  seenAt: Bigint;
  windowUs: Bigint;
}

/**
 * Every table, as Kysely sees it: camelCase here, snake_case in SQL. These are the platform's own;
 * a feature or a part of the domain adds its tables in a `.tables.ts` file.
 */
export interface Tables {
  organization: OrganizationRow;
  userAccount: UserAccountRow;
  membership: MembershipRow;
  project: ProjectRow;
  projectRole: ProjectRoleRow;
  apiKey: ApiKeyRow;
  credential: CredentialRow;
  auditHead: AuditHeadRow;
  masterKey: MasterKeyRow;
  auditEntry: AuditEntryRow;
  event: EventRow;
  rateWindow: RateWindowRow;
}
