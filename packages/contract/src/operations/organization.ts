import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Caller, Email, Organization } from "../shapes/account.ts";
import { Name, record, RowVersion, Slug } from "../shapes/common.ts";
import { plans } from "../words/plans.ts";

const group = "Organization";

export const createOrganization = operation({
  name: "createOrganization",
  title: "Create an organization",
  summary: "Creates an organization with its first owner. Only for the operator.",
  group,
  permission: "operator",
  context: "none",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "organization.created",
  admin: { command: "org create" },
  input: {
    name: Name,
    slug: Slug,
    plan: Type.Optional(Type.Enum([...plans])),
    ownerEmail: Email,
    ownerName: Name,
  },
  output: record({ organization: Organization, ownerUserId: Type.String({ format: "uuid" }) }),
  problems: ["NAME_TAKEN"],
});

export const listOrganizations = operation({
  name: "listOrganizations",
  title: "List organizations",
  summary: "Lists every organization of the region. Only for the operator.",
  group,
  permission: "operator",
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  admin: { command: "org list" },
  input: {},
  output: Type.Array(Organization),
  problems: [],
});

export const getOrganization = operation({
  name: "getOrganization",
  title: "Read the organization",
  summary: "Shows the organization of the key.",
  group,
  permission: "org:read",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/organization" },
  admin: { command: "org show" },
  input: {},
  output: Organization,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateOrganization = operation({
  name: "updateOrganization",
  title: "Rename the organization",
  summary: "Changes the organization's name.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "organization.updated",
  rest: { method: "PATCH", path: "/api/organization" },
  admin: { command: "org rename" },
  input: { name: Name, rowVersion: RowVersion },
  output: Organization,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT"],
});

export const setOrganizationPlan = operation({
  name: "setOrganizationPlan",
  title: "Change the plan",
  summary: "Moves the organization to another plan, from its next call on. Only for the operator.",
  group,
  permission: "operator",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "organization.plan_changed",
  admin: { command: "org plan" },
  input: { plan: Type.Enum([...plans]) },
  output: Organization,
  problems: [],
});

export const getCaller = operation({
  name: "getCaller",
  title: "Who am I",
  summary: "Shows the organization, user and permissions of the credential.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/me" },
  input: {},
  output: Caller,
  problems: [],
});
