import Type, { type Static } from "typebox";
import { scimReasonNames, scimSteps } from "../words/scim-log.ts";
import { Id, nullable, record, Timestamp } from "./common.ts";

export const ScimSettings = record({
  isEnabled: Type.Boolean({ description: "Whether an identity provider can provision members." }),
  baseUrl: Type.String({ description: "The address to enter at the identity provider." }),
});
export type ScimSettings = Static<typeof ScimSettings>;

export const ScimToken = record({
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: "The beginning of the token, by which to recognize it." }),
  createdBy: nullable(
    Type.String({
      format: "uuid",
      description: "The user who created it; null for the operator. The token outlives this user.",
    }),
  ),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
  warning: nullable(
    Type.String({ description: "That it expires within 30 days or has expired, and what to do." }),
  ),
});
export type ScimToken = Static<typeof ScimToken>;

/** One request of an identity provider. */
export const ScimRequest = record({
  id: Id,
  startedAt: Timestamp,
  method: Type.String(),
  path: Type.String({
    description:
      "The path below the address of the organization, with the filter. Personal data is masked.",
  }),
  token: nullable(
    record({
      name: nullable(Type.String({ description: "null: no token of the organization." })),
      prefix: Type.String(),
    }),
  ),
  userAgent: nullable(Type.String()),
  result: Type.Enum(["success", "refused"]),
  status: Type.Integer({ description: "The status of the answer." }),
  scimType: nullable(Type.String()),
  reason: nullable(Type.Enum([...scimReasonNames])),
  detail: nullable(Type.String()),
  fix: nullable(Type.String({ description: "What to change, usually at the provider." })),
  steps: Type.Array(
    record({
      step: Type.Enum([...scimSteps]),
      result: Type.Enum(["passed", "refused"]),
      detail: nullable(Type.String()),
    }),
  ),
  received: Type.Record(Type.String(), Type.Array(Type.String()), {
    description: "The attributes that arrived, by name. Personal data is masked.",
  }),
  requestId: Type.String(),
});
export type ScimRequest = Static<typeof ScimRequest>;
