import Type, { type Static } from "typebox";
import { auditCategories, auditEventNames } from "../events/domain-events.ts";
import { file, operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";

const group = "Audit log";

export const actorTypes = ["user", "operator", "system", "scimToken", "client"] as const;
export type ActorType = (typeof actorTypes)[number];

const chainFaults = ["edited", "missing", "truncated"] as const;
export type ChainFault = (typeof chainFaults)[number];

export const AuditEntry = record({
  sequence: Type.Integer({ minimum: 1, description: "The position in the organization's chain." }),
  occurredAt: Timestamp,
  category: Type.Enum([...auditCategories]),
  event: Type.Enum([...auditEventNames]),
  result: Type.Enum(["success", "refused"]),
  actor: record({
    type: Type.Enum([...actorTypes]),
    id: nullable(Id),
    name: Type.String(),
    keyId: nullable(Id),
  }),
  target: nullable(
    record({ type: Type.String(), id: nullable(Type.String()), name: nullable(Type.String()) }),
  ),
  requestId: nullable(Type.String()),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** An entry of the JSON export, with its details and its link in the chain. */
export const AuditExportEntry = record({
  ...AuditEntry.properties,
  details: Type.Record(Type.String(), Type.Unknown()),
  hash: Type.String({
    description: "HMAC-SHA-256 of this entry and the previous hash, in hex.",
  }),
});
export type AuditExportEntry = Static<typeof AuditExportEntry>;

export const exportFormats = ["json", "ndjson", "csv"] as const;

const filters = {
  category: Type.Optional(Type.Enum([...auditCategories])),
  event: Type.Optional(Type.Enum([...auditEventNames])),
  actor: Type.Optional(
    Type.String({
      maxLength: 300,
      description:
        "The id or e-mail address of a user, the id of another actor, or a type of actors: `operator`, `system`, `scimToken` or `client`.",
    }),
  ),
  target: Type.Optional(
    Type.String({
      maxLength: 300,
      description: "The id of what was changed, or the e-mail address of a user.",
    }),
  ),
  from: Type.Optional(
    Type.String({ format: "date-time", description: "Only entries at or after this time." }),
  ),
  to: Type.Optional(
    Type.String({ format: "date-time", description: "Only entries before this time." }),
  ),
};

export const listAuditEntries = operation({
  name: "listAuditEntries",
  title: "Read the audit log",
  summary: "Lists what was done in the organization, newest first.",
  group,
  permission: "org:manage-security",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/audit-log" },
  admin: { command: "audit list" },
  input: { ...filters, ...pagingInput },
  output: page(AuditEntry),
  problems: ["ORG_OPERATION_DENIED"],
});

export const exportAuditLog = operation({
  name: "exportAuditLog",
  title: "Export the audit log",
  summary:
    "Returns every matching entry, oldest first: as one JSON document or as a line of JSON for each, with details, or as CSV without them.",
  group,
  permission: "org:manage-security",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/audit-log/export" },
  input: {
    ...filters,
    format: Type.Optional(Type.Enum([...exportFormats], { default: "json" })),
    after: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Only entries after this `sequence`: a reader continues after its last one.",
      }),
    ),
  },
  output: file(["application/json", "application/x-ndjson", "text/csv"], {
    "application/json": Type.Array(AuditExportEntry, { description: "Oldest first." }),
  }),
  problems: ["ORG_OPERATION_DENIED"],
});

const RetentionDays = nullable(
  Type.Integer({
    minimum: 30,
    maximum: 3650,
    description: "Days until the details and the names of an entry are erased; null: never.",
  }),
);

export const getAuditRetention = operation({
  name: "getAuditRetention",
  title: "Read the retention of the audit log",
  summary: "Shows how long details and names are kept in the audit log.",
  group,
  permission: "org:manage-security",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/audit-log/retention" },
  admin: { command: "audit retention" },
  input: {},
  output: record({ days: RetentionDays }),
  problems: ["ORG_OPERATION_DENIED"],
});

export const setAuditRetention = operation({
  name: "setAuditRetention",
  title: "Set the retention of the audit log",
  summary:
    "Erases the details and the names of older entries every day. The entries and their chain stay.",
  group,
  permission: "org:manage-security",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "audit_log.retention_changed",
  rest: { method: "PUT", path: "/api/audit-log/retention" },
  input: { days: RetentionDays },
  output: record({ days: RetentionDays }),
  problems: ["ORG_OPERATION_DENIED", "SIGN_IN_REQUIRED"],
});

export const erasePerson = operation({
  name: "erasePerson",
  title: "Erase a person from the audit log",
  summary:
    "Erases the names and the details of every entry that a person made or that concerns the person. The chain stays intact.",
  group,
  permission: "operator",
  context: "organization",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "audit_log.person_erased",
  admin: { command: "audit erase-person" },
  input: {
    personId: Type.Optional(
      Type.String({ format: "uuid", description: "The id of the user, who may be gone." }),
    ),
    address: Type.Optional(
      Type.String({
        format: "email",
        maxLength: 254,
        description: "An e-mail address in the log, ignoring case.",
      }),
    ),
  },
  output: record({ entries: Type.Integer({ minimum: 0 }) }),
  problems: [],
});

export const verifyAuditLog = operation({
  name: "verifyAuditLog",
  title: "Verify the audit log",
  summary:
    "Checks every link of the chain and, if given a head that was noted earlier, that no entries were removed from the end.",
  group,
  permission: "operator",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  admin: { command: "audit verify" },
  input: {
    head: Type.Optional(
      Type.String({
        pattern: "^[0-9]+:[0-9a-f]{64}$",
        description: "A head noted earlier: SEQUENCE:HASH.",
      }),
    ),
  },
  output: record({
    isIntact: Type.Boolean(),
    entries: Type.Integer({ minimum: 0 }),
    head: Type.String({
      description: "SEQUENCE:HASH of the newest entry; note it to find a truncation later.",
    }),
    firstFault: nullable(
      record({
        sequence: Type.Integer(),
        reason: Type.Enum([...chainFaults]),
        detail: Type.String(),
      }),
    ),
  }),
  problems: [],
});
