import Type, { type Static } from "typebox";
import { Description, Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";

const headerPolicyTargets = ["requests", "responses"] as const;

const appliesTo = Type.Enum([...headerPolicyTargets], {
  description: "Whether its headers are those of requests or of responses.",
});

const ids = (maxItems: number, description: string) =>
  Type.Array(Id, { maxItems, uniqueItems: true, description });

const specIds = nullable(
  ids(10_000, "The specifications that it covers. Null: all of the project or organization."),
);

/** Adds its headers to the documents of the specifications that it covers. */
export const HeaderPolicy = record({
  id: Id,
  level: Type.Enum(["project", "organization"]),
  projectId: nullable(Id),
  name: Type.String(),
  description: nullable(Type.String()),
  appliesTo,
  specIds,
  headers: Type.Array(
    record({
      componentId: Id,
      name: Type.String(),
      level: Type.Enum(["project", "organization"]),
    }),
    { description: "The header components, in order." },
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type HeaderPolicy = Static<typeof HeaderPolicy>;

const componentIds = ids(200, "The header components that it adds, in order.");

/** The fields of a new policy. */
export const newPolicyFields = {
  name: Name,
  description: Type.Optional(nullable(Description)),
  appliesTo,
  specIds: Type.Optional(specIds),
  componentIds: Type.Optional(componentIds),
};

/** The fields of a policy that can change. A list that is sent replaces the present one. */
export const policyChanges = {
  ...newPolicyFields,
  name: Type.Optional(Name),
  appliesTo: Type.Optional(appliesTo),
  rowVersion: RowVersion,
};
