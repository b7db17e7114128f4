import Type, { type Static } from "typebox";
import {
  permissionNames,
  projectRoleNames,
  roleNames,
  grantablePermissions,
} from "../words/permissions.ts";
import { plans } from "../words/plans.ts";
import { Id, Name, nullable, record, RowVersion, Slug, Timestamp } from "./common.ts";

export const Email = Type.String({ format: "email", maxLength: 254 });
export const Role = Type.Enum([...roleNames]);
export const ProjectRole = Type.Enum([...projectRoleNames]);

export const Organization = record({
  id: Id,
  name: Name,
  slug: Slug,
  plan: Type.Enum([...plans]),
  region: Type.String(),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Organization = Static<typeof Organization>;

export const Member = record({
  userId: Id,
  email: Email,
  name: Name,
  role: Role,
  projectRoles: Type.Array(record({ projectId: Id, role: ProjectRole })),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Member = Static<typeof Member>;

/** The account of a program. It belongs to one organization, has keys, and never signs in. */
export const ServiceAccount = record({
  id: Id,
  name: Name,
  role: Role,
  projectRoles: Type.Array(record({ projectId: Id, role: ProjectRole })),
  isActive: Type.Boolean({ description: "Whether its keys are accepted." }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type ServiceAccount = Static<typeof ServiceAccount>;

export const Project = record({
  id: Id,
  name: Name,
  slug: Slug,
  description: nullable(Type.String()),
  role: nullable(
    Type.Enum([...projectRoleNames], { description: "The caller's own role in the project." }),
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Project = Static<typeof Project>;

/** One permission of a scoped key, in every project or in one. */
export const Grant = record({
  permission: Type.Enum([...grantablePermissions]),
  projectId: nullable(Id),
});
export type Grant = Static<typeof Grant>;

export const keyAccesses = ["full", "scoped"] as const;

export const ApiKey = record({
  id: Id,
  name: Name,
  prefix: Type.String({ description: "The first characters of the key, to identify it." }),
  userId: Id,
  access: Type.Enum([...keyAccesses]),
  permissions: Type.Array(Grant),
  createdAt: Timestamp,
  expiresAt: nullable(Timestamp),
  lastUsedAt: nullable(Timestamp),
  revokedAt: nullable(Timestamp),
  mintedBy: nullable(
    Type.String({ format: "uuid", description: "The key with which a staging token ends." }),
  ),
  rowVersion: RowVersion,
});
export type ApiKey = Static<typeof ApiKey>;

/** The caller, and what its credential may do. */
export const Caller = record({
  organization: record({ id: Id, name: Name, slug: Slug, plan: Type.Enum([...plans]) }),
  user: record({ id: Id, email: Email, name: Name, role: Role }),
  key: nullable(
    record({
      id: Id,
      name: Name,
      access: Type.Enum([...keyAccesses]),
      expiresAt: nullable(Timestamp),
    }),
  ),
  permissions: Type.Array(Type.Enum([...permissionNames]), {
    description: "The permissions of the credential in at least one project.",
  }),
  region: Type.String(),
});
export type Caller = Static<typeof Caller>;
