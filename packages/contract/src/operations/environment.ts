import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, RowVersion } from "../shapes/common.ts";
import { Environment, environmentFields, EnvironmentItem } from "../shapes/environment.ts";

const group = "Environments";
const base = "/api/projects/{projectId}/environments";

export const listEnvironments = operation({
  name: "listEnvironments",
  title: "List environments",
  summary: "List which test environments the project has.",
  group: "CI & Test Runs",
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_environments", toolset: "testing" },
  rest: { method: "GET", path: "/api/cli/environments" },
  input: {},
  output: Type.Array(EnvironmentItem),
  problems: [],
});

export const createEnvironment = operation({
  name: "createEnvironment",
  title: "Create an environment",
  summary:
    "Set up a new test environment: a base URL with variables. Secrets are encrypted and never returned.",
  group,
  permission: "projects:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "environment.created",
  tool: { name: "create_environment", toolset: "testing" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: { name: Name, ...environmentFields },
  output: Environment,
  problems: ["NAME_TAKEN"],
});

export const getEnvironment = operation({
  name: "getEnvironment",
  title: "Read an environment",
  summary: "Show a test environment with its variables; the value of a secret is null.",
  group,
  permission: "tests:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_environment", toolset: "testing" },
  rest: { method: "GET", path: `${base}/{environmentId}` },
  input: { environmentId: Id },
  output: Environment,
  problems: [],
});

export const updateEnvironment = operation({
  name: "updateEnvironment",
  title: "Change an environment",
  summary:
    "Change a test environment, such as its base URL or its variables. Omitted fields are kept. Fields that decide where secrets are sent need projects:manage.",
  group,
  permission: "projects:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "environment.updated",
  tool: { name: "update_environment", toolset: "testing" },
  rest: { method: "PATCH", path: `${base}/{environmentId}` },
  input: {
    environmentId: Id,
    name: Type.Optional(Name),
    ...environmentFields,
    baseUrl: Type.Optional(environmentFields.baseUrl),
    rowVersion: RowVersion,
  },
  output: Environment,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteEnvironment = operation({
  name: "deleteEnvironment",
  title: "Delete an environment",
  summary: "Delete a test environment and its secrets; its runs are kept.",
  group,
  permission: "projects:write",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "environment.deleted",
  tool: { name: "delete_environment", toolset: "testing" },
  rest: { method: "DELETE", path: `${base}/{environmentId}` },
  input: { environmentId: Id },
  output: null,
  problems: [],
});

export const reorderEnvironments = operation({
  name: "reorderEnvironments",
  title: "Reorder environments",
  summary: "Puts all environments of the project in the given order.",
  group,
  permission: "projects:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "environment.updated",
  rest: { method: "PUT", path: `${base}/order`, status: 204 },
  input: { ids: Type.Array(Id, { maxItems: 1000 }) },
  output: null,
  problems: ["TREE_ITEMS_MISMATCH"],
});
