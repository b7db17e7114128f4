import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Role, ServiceAccount } from "../shapes/account.ts";
import { Id, Name, page, pagingInput, RowVersion } from "../shapes/common.ts";

const ofOrganization = {
  group: "Service accounts",
  context: "organization",
  isStable: false,
} as const;
const ofManager = { ...ofOrganization, permission: "org:manage-members" } as const;

export const listServiceAccounts = operation({
  ...ofOrganization,
  name: "listServiceAccounts",
  title: "List service accounts",
  summary: "Lists the accounts of programs with their roles.",
  permission: "org:read",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/service-accounts" },
  admin: { command: "service-account list" },
  input: { ...pagingInput },
  output: page(ServiceAccount),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createServiceAccount = operation({
  ...ofManager,
  name: "createServiceAccount",
  title: "Create a service account",
  summary: "Creates an account for a program. It has keys, and never signs in.",
  effect: "write",
  isIdempotent: false,
  event: "service_account.created",
  rest: {
    method: "POST",
    path: "/api/service-accounts",
    status: 201,
    location: "/api/service-accounts/{id}",
  },
  admin: { command: "service-account create" },
  input: { name: Name, role: Role },
  output: ServiceAccount,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getServiceAccount = operation({
  ...ofOrganization,
  name: "getServiceAccount",
  title: "Read a service account",
  summary: "Shows one account of a program with its roles.",
  permission: "org:read",
  effect: "read",
  isIdempotent: true,
  rest: { method: "GET", path: "/api/service-accounts/{id}" },
  input: { id: Id },
  output: ServiceAccount,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateServiceAccount = operation({
  ...ofManager,
  name: "updateServiceAccount",
  title: "Change a service account",
  summary:
    "Changes the name or the role, or deactivates the account: its keys are refused until it is active again.",
  effect: "write",
  isIdempotent: true,
  event: "service_account.updated",
  rest: { method: "PATCH", path: "/api/service-accounts/{id}" },
  input: {
    id: Id,
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    isActive: Type.Optional(Type.Boolean()),
    rowVersion: RowVersion,
  },
  output: ServiceAccount,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteServiceAccount = operation({
  ...ofManager,
  name: "deleteServiceAccount",
  title: "Delete a service account",
  summary: "Deletes the account and revokes its keys.",
  effect: "destructive",
  isIdempotent: false,
  event: "service_account.deleted",
  rest: { method: "DELETE", path: "/api/service-accounts/{id}" },
  admin: { command: "service-account delete" },
  input: { id: Id },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});
