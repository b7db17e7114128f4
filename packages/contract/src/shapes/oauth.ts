import Type, { type Static } from "typebox";
import { delegablePermissions } from "../words/permissions.ts";
import { Id, nullable, record, RowVersion, Timestamp } from "./common.ts";

const clientFields = {
  clientId: Type.String(),
  clientName: Type.String({ description: "As the client names itself." }),
  isVerified: Type.Boolean({
    description:
      "The client's id is the address of its metadata document, so that the owner of the domain confirms the name.",
  }),
};

/** What a person allowed a client to do. */
export const OauthGrant = record({
  id: Id,
  userId: Id,
  ...clientFields,
  redirectHost: nullable(
    Type.String({ description: "Where the client received the grant. Null: on a device." }),
  ),
  permissions: Type.Array(Type.Enum([...delegablePermissions])),
  projectId: nullable(
    Type.String({ format: "uuid", description: "The only project. Null: every project." }),
  ),
  createdAt: Timestamp,
  lastUsedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
  rowVersion: RowVersion,
});
export type OauthGrant = Static<typeof OauthGrant>;

export const OauthClient = record({
  ...clientFields,
  grantCount: Type.Integer({ minimum: 1 }),
  lastUsedAt: nullable(Timestamp),
});
