import type { ColumnType } from "kysely";
import type { DesignTables } from "./design-tables.ts";
import type { DocsTables } from "./docs-tables.ts";
import type { At, Bigint, Json, Stamped } from "./column.types.ts";

export interface OrganizationRow extends Stamped {
  id: string;
  name: string;
  slug: string;
  plan: string;
  /** Counts every change to who may do what; a cached principal is proved against it. */
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
  /** The key that minted it, of a staging token. */
  mintedBy: ColumnType<string | null, string | null, never>;
}

/** Finds the organization of a secret by its digest, before anything else is known. */
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
  /** The master key that continues the chain, by its fingerprint; null: the region's first. */
  keyFingerprint: string | null;
  /** The number of the organization's newest event. */
  eventSequence: ColumnType<string, string | number | undefined, string | number>;
  /** One history of event numbers; a restore begins another. */
  eventEpoch: ColumnType<string, string | undefined, string>;
}

/** A master key that the region is, or was, used with. */
export interface MasterKeyRow {
  fingerprint: string;
  /** Counts from 1, the oldest. */
  sequence: number;
  state: "active" | "previous" | "retired";
  /** The key of its audit chain in hex, sealed under the active key; null for that one itself. */
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

export interface EnvironmentRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  position: number;
  name: string;
  type: string;
  baseUrl: string;
  isReadOnly: boolean;
  secretOrigins: Json<string[]>;
  oauthTokenUrl: string | null;
  variables: Json<StoredVariable[]>;
  variableCount: number;
}

/** A variable at rest: a secret has `sealed` in place of `value`. */
export interface StoredVariable {
  name: string;
  isSecret: boolean;
  value?: unknown;
  sealed?: string;
}

export interface TestSuiteRow extends Stamped {
  organizationId: string;
  projectId: string;
  id: string;
  folder: string;
  position: number;
  name: string;
  description: string | null;
  tags: Json<string[]>;
  variables: Json<Record<string, unknown>>;
  defaults: Json<Record<string, unknown>>;
  data: Json<{ format: "csv" | "json"; text: string } | null>;
}

export interface TestCaseRow extends Stamped {
  organizationId: string;
  suiteId: string;
  id: string;
  phase: string;
  position: number;
  name: string;
  /** What a person wrote of the case, but for its name. */
  definition: Json<Record<string, unknown>>;
}

export interface TestRunRow {
  organizationId: string;
  projectId: string;
  id: string;
  suiteId: string;
  suiteName: string;
  suitePath: string;
  environmentId: string | null;
  environmentName: string | null;
  createdBy: string;
  status: string;
  outcome: string | null;
  message: string | null;
  iterations: number;
  totalCases: number;
  passedCases: ColumnType<number, number | undefined, number>;
  failedCases: ColumnType<number, number | undefined, number>;
  erroredCases: ColumnType<number, number | undefined, number>;
  blockedCases: ColumnType<number, number | undefined, number>;
  skippedCases: ColumnType<number, number | undefined, number>;
  allPassed: boolean | null;
  /** HMAC of the caller and the body, so that a repeat is told from another request. */
  requestDigest: string;
  createdAt: At;
  startedAt: ColumnType<Date | null, Date | null, Date | null>;
  completedAt: ColumnType<Date | null, Date | null, Date | null>;
  elapsedMs: number | null;
  /** Of nodes before the job queue: until when the one that runs it vouches for it. */
  leaseExpiresAt: ColumnType<Date, never, never>;
  /** Someone asked for its end; the node that runs it sees to it. */
  isCancelled: ColumnType<boolean, boolean | undefined, boolean>;
  /** Its job in the queue; null for a run of a node before the queue. */
  jobId: ColumnType<string | null, string, never>;
}

/** What a run that has not ended is made of: its suite, its environment, what its caller asked. */
export interface TestRunWorkRow {
  organizationId: string;
  runId: string;
  /** Sealed, for secrets are in it. */
  sealed: string;
}

export interface TestRunResultRow {
  organizationId: string;
  runId: string;
  position: number;
  result: Json<unknown>;
}

/** A caller's admitted calls of the last window, in microseconds of Unix time, oldest first. */
export interface RateWindowRow {
  caller: string;
  instants: string[];
  /** How many of the last calls, which came together, were admitted, and when. */
  admitted: number;
  seenAt: Bigint;
  windowUs: Bigint;
}

/** What an agent works in, by its credential. */
export interface ToolContextRow {
  organizationId: string;
  keyId: string;
  projectId: string | null;
  toolsets: Json<string[]>;
  modifiedAt: At;
}

/** Every table, as Kysely sees it: camelCase here, snake_case in SQL. */
export interface Tables extends DesignTables, DocsTables {
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
  environment: EnvironmentRow;
  testSuite: TestSuiteRow;
  testCase: TestCaseRow;
  testRun: TestRunRow;
  testRunResult: TestRunResultRow;
  testRunWork: TestRunWorkRow;
  rateWindow: RateWindowRow;
  toolContext: ToolContextRow;
}
