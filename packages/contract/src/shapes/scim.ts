import Type, { type Static } from "typebox";
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
});
export type ScimToken = Static<typeof ScimToken>;
