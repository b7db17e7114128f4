import Type, { type Static } from "typebox";
import { auditCategories, auditEventNames } from "../words/events.ts";
import { Id, nullable, record, Timestamp } from "./common.ts";

export const actorTypes = ["user", "operator", "system"] as const;

export const AuditEntry = record({
  sequence: Type.Integer({ minimum: 1, description: "The place in the organization's chain." }),
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

/** An entry of the JSON export: with its details and its link of the chain. */
export const AuditExportEntry = record({
  ...AuditEntry.properties,
  details: Type.Record(Type.String(), Type.Unknown()),
  hash: Type.String({
    description: "HMAC-SHA-256 over this entry and the hash before it, in hex.",
  }),
});
export type AuditExportEntry = Static<typeof AuditExportEntry>;
