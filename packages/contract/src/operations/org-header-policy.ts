import { operation } from "../declare/operation.ts";
import { page, pagingInput } from "../shapes/common.ts";
import { HeaderPolicy, newPolicyFields, policyChanges } from "../shapes/header-policy.ts";
import { idOf } from "../shapes/design.ts";

const group = "Header policies";
const organizationBase = "/api/header-policies";
const policyId = idOf("The header policy.");

export const listOrgHeaderPolicies = operation({
  name: "listOrgHeaderPolicies",
  title: "List header policies of the organization",
  summary: "List the header policies that apply to all projects of the organization.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "list_org_header_policies", toolset: "components" },
  rest: { method: "GET", path: organizationBase },
  input: { ...pagingInput },
  output: page(HeaderPolicy),
  problems: ["ORG_OPERATION_DENIED"],
});

export const createOrgHeaderPolicy = operation({
  name: "createOrgHeaderPolicy",
  title: "Create a header policy of the organization",
  summary:
    "Make a new policy of the organization: the exported documents of all its projects contain the listed header components.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "header_policy.created",
  tool: { name: "create_org_header_policy", toolset: "components" },
  rest: {
    method: "POST",
    path: organizationBase,
    status: 201,
    location: `${organizationBase}/{id}`,
  },
  input: newPolicyFields,
  output: HeaderPolicy,
  problems: ["ORG_OPERATION_DENIED", "NAME_TAKEN"],
});

export const getOrgHeaderPolicy = operation({
  name: "getOrgHeaderPolicy",
  title: "Read a header policy of the organization",
  summary: "Show one header policy of the organization with its headers.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "get_org_header_policy", toolset: "components" },
  rest: { method: "GET", path: `${organizationBase}/{policyId}` },
  input: { policyId },
  output: HeaderPolicy,
  problems: ["ORG_OPERATION_DENIED"],
});

export const updateOrgHeaderPolicy = operation({
  name: "updateOrgHeaderPolicy",
  title: "Change a header policy of the organization",
  summary:
    "Change a header policy of the organization, or attach and detach its headers: componentIds replaces the whole list. Omitted fields are kept; null clears one.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "header_policy.updated",
  tool: { name: "update_org_header_policy", toolset: "components" },
  rest: { method: "PATCH", path: `${organizationBase}/{policyId}` },
  input: { policyId, ...policyChanges },
  output: HeaderPolicy,
  problems: ["ORG_OPERATION_DENIED", "CONCURRENCY_CONFLICT", "NAME_TAKEN"],
});

export const deleteOrgHeaderPolicy = operation({
  name: "deleteOrgHeaderPolicy",
  title: "Delete a header policy of the organization",
  summary:
    "Delete a header policy of the organization: documents are exported without its headers. The header components are kept.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "header_policy.deleted",
  tool: { name: "delete_org_header_policy", toolset: "components" },
  rest: { method: "DELETE", path: `${organizationBase}/{policyId}` },
  input: { policyId },
  output: null,
  problems: ["ORG_OPERATION_DENIED"],
});
