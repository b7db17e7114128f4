import type { ColumnType } from "kysely";
import type { At, Bigint, Json, Stamped } from "./column.types.ts";

export interface OrganizationRow extends Stamped {
  id: string;
  name: string;
  slug: string;
  plan: string;
  /** Whether SCIM tokens are accepted. */
  isScimEnabled: ColumnType<boolean, boolean | undefined, boolean>;
  /** Counts every change of permissions. A cached principal is revalidated against it. */
  authVersion: ColumnType<string, never, never>;
}

export interface UserAccountRow {
  id: string;
  email: string;
  name: string;
  createdAt: At;
  /** A PHC string of argon2id; null where the person has no password. */
  passwordHash: ColumnType<string | null, string | null | undefined, string | null>;
  /** A service account belongs to one organization and never signs in. */
  isService: ColumnType<boolean, boolean | undefined, never>;
  /** The password was set through a link that another person saw. */
  isAddressUnproven: ColumnType<boolean, boolean | undefined, boolean>;
}

export interface MembershipRow extends Stamped {
  /** Names the membership to identity providers. */
  id: ColumnType<string, string | undefined, never>;
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

/** A person's sign-in on one device. It belongs to no organization. */
export interface SessionRow {
  id: string;
  userId: string;
  method: string;
  /** The connection of a single sign-on. */
  connectionId: string | null;
  createdAt: At;
  /** When the person last proved who they are. */
  authenticatedAt: At;
  lastUsedAt: At;
  expiresAt: At;
  endedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** What the browser says of itself, shortened. */
  device: string;
  address: string;
}

export interface SessionTokenRow {
  digest: string;
  sessionId: string;
  kind: string;
  expiresAt: At;
  /** When a refresh token was exchanged. */
  replacedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** The token of a reader of documentation. It ends with the session. */
export interface ReaderTokenRow {
  digest: string;
  sessionId: string;
  /** The portal that the token is for. */
  origin: string;
  expiresAt: At;
}

/** The token of an identity provider. It belongs to the organization, and outlives its maker. */
export interface ScimTokenRow {
  organizationId: string;
  id: string;
  name: string;
  prefix: string;
  /** null: the operator, or a user who is gone. */
  createdBy: string | null;
  createdAt: At;
  expiresAt: ColumnType<Date | null, Date | null, Date | null>;
  lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  revokedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** The last warning before its expiry: the expiry, and the days. */
  warned: ColumnType<string | null, string | null | undefined, string | null>;
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

/** A person's name with a salt. The salt keeps the name from being guessed by its digest. */
export interface SaltedName {
  readonly salt: string;
  readonly name: string;
}

/** The names of people in an entry, outside of what the chain covers. Erased ones are missing. */
export interface StoredNames {
  readonly actor?: SaltedName;
  readonly target?: SaltedName;
}

export interface AuditEntryRow {
  organizationId: string;
  sequence: Bigint;
  occurredAt: string;
  event: string;
  result: string;
  actor: Json<{
    type: string;
    id: string | null;
    /** Empty where `names` has it. */
    name: string;
    keyId: string | null;
    nameDigest?: string;
  }>;
  target: Json<{
    type: string;
    id: string | null;
    name: string | null;
    nameDigest?: string;
  } | null>;
  /** The names of people. They can be erased: the chain covers their digests. */
  names: ColumnType<StoredNames | null, string | null | undefined, string | null>;
  requestId: string | null;
  details: Json<Record<string, unknown>>;
  detailsDigest: string;
  hash: Buffer | Uint8Array;
}

/** How long the contents of an organization's entries are kept; without a row, forever. */
export interface AuditRetentionRow {
  organizationId: string;
  days: number;
  /** The newest entry whose contents were erased. */
  erasedThrough: Bigint;
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
  session: SessionRow;
  sessionToken: SessionTokenRow;
  readerToken: ReaderTokenRow;
  scimToken: ScimTokenRow;
  credential: CredentialRow;
  auditHead: AuditHeadRow;
  masterKey: MasterKeyRow;
  auditEntry: AuditEntryRow;
  auditRetention: AuditRetentionRow;
  event: EventRow;
  rateWindow: RateWindowRow;
}
