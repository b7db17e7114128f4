import Type, { type Static } from "typebox";
import { auditCategories, auditEventNames } from "../events/domain-events.ts";
import { file, operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";

const group = "Audit log";

export const actorTypes = ["user", "operator", "system"] as const;
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

const filters = {
  category: Type.Optional(Type.Enum([...auditCategories])),
  event: Type.Optional(Type.Enum([...auditEventNames])),
  actor: Type.Optional(
    Type.String({ maxLength: 300, description: "A user's id or e-mail address, or `operator`." }),
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
  summary: "Returns every matching entry with its details as one JSON document, oldest first.",
  group,
  permission: "org:manage-security",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/audit-log/export" },
  input: { ...filters, format: Type.Optional(Type.Enum(["json"], { default: "json" })) },
  output: file(["application/json"], {
    "application/json": Type.Array(AuditExportEntry, { description: "Oldest first." }),
  }),
  problems: ["ORG_OPERATION_DENIED"],
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
