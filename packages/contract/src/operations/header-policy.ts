import { operation } from "../declare/operation.ts";
import { page, pagingInput } from "../shapes/common.ts";
import { HeaderPolicy, newPolicyFields, policyChanges } from "../shapes/header-policy.ts";
import { idOf } from "../shapes/design.ts";

const group = "Header policies";
const projectBase = "/api/projects/{projectId}/header-policies";
const policyId = idOf("The header policy.");

export const listHeaderPolicies = operation({
  name: "listHeaderPolicies",
  title: "List header policies",
  summary: "List the header policies of the project, by name.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_header_policies", toolset: "components" },
  rest: { method: "GET", path: projectBase },
  input: { ...pagingInput },
  output: page(HeaderPolicy),
  problems: [],
});

export const createHeaderPolicy = operation({
  name: "createHeaderPolicy",
  title: "Create a header policy",
  summary:
    "Make a new policy of the project: its exported documents contain the listed header components.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "header_policy.created",
  tool: { name: "create_header_policy", toolset: "components" },
  rest: { method: "POST", path: projectBase, status: 201, location: `${projectBase}/{id}` },
  input: newPolicyFields,
  output: HeaderPolicy,
  problems: ["NAME_TAKEN"],
});

export const getHeaderPolicy = operation({
  name: "getHeaderPolicy",
  title: "Read a header policy",
  summary: "Show one header policy of the project with its headers.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_header_policy", toolset: "components" },
  rest: { method: "GET", path: `${projectBase}/{policyId}` },
  input: { policyId },
  output: HeaderPolicy,
  problems: [],
});

export const updateHeaderPolicy = operation({
  name: "updateHeaderPolicy",
  title: "Change a header policy",
  summary:
    "Change a header policy of the project, or attach and detach its headers: componentIds replaces the whole list. Omitted fields are kept; null clears one.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "header_policy.updated",
  tool: { name: "update_header_policy", toolset: "components" },
  rest: { method: "PATCH", path: `${projectBase}/{policyId}` },
  input: { policyId, ...policyChanges },
  output: HeaderPolicy,
  problems: ["CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteHeaderPolicy = operation({
  name: "deleteHeaderPolicy",
  title: "Delete a header policy",
  summary:
    "Delete a header policy of the project: documents are exported without its headers. The header components are kept.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "header_policy.deleted",
  tool: { name: "delete_header_policy", toolset: "components" },
  rest: { method: "DELETE", path: `${projectBase}/{policyId}` },
  input: { policyId },
  output: null,
  problems: [],
});
