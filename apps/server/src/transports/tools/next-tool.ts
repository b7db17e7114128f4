import type { ProblemCode } from "@lintel/contract/words/problems";
import type { ToolOperation } from "@lintel/contract/tools";
import { findTool } from "./tool-registry.ts";

type Hint = (operation: ToolOperation) => string | null;

const call =
  (text: string): Hint =>
  () =>
    text;

/** The tool to call after a refusal, if one helps. */
const hints: Readonly<Partial<Record<ProblemCode, Hint>>> = {
  NOT_FOUND: (operation) => {
    const listers = findListers(operation);
    return listers.length === 0 ? null : `The existing ids: ${listers.join(", ")}.`;
  },
  CONCURRENCY_CONFLICT: readAgain,
  ROW_VERSION_REQUIRED: readAgain,
  PRECONDITION_FAILED: readAgain,
  VERSION_LOCKED: call("Call create_spec_version, and change that version."),
  VERSION_EXISTS: call("Call list_spec_versions for the numbers that are taken."),
  ENDPOINT_EXISTS: call("Call list_endpoints for its id, then update_endpoint."),
  RESPONSE_EXISTS: call("Call get_endpoint for its id, then update_response."),
  HEADER_COMPONENT_EXISTS: (operation) =>
    operation.context === "organization"
      ? "Call list_org_header_components for its id."
      : "Call list_header_components for its id.",
  SECURITY_SCHEME_NOT_FOUND: call(
    "Call list_components with kind securitySchemes, or create_component to create one.",
  ),
  BATCH_TOO_LARGE: ({ tool }) => `Call ${tool.name} with fewer at a time.`,
  TREE_ITEMS_MISMATCH: (operation) => {
    const lister = findListers(operation).at(-1);
    return lister === undefined ? null : `Call ${lister} for all of them.`;
  },
  RUN_NOT_FINISHED: call("Call get_run_status until it is."),
  SUITE_EMPTY: call("Call list_cases for those of the suite, or create_case."),
  OPENAPI_VERSION_UNSUPPORTED: call(
    "Call list_spec_versions for the OpenAPI version of each version.",
  ),
  ROLE_INSUFFICIENT: call("Call get_context for what the key may do."),
  API_KEY_SCOPE_DENIED: call("Call get_context for what the key may do."),
};

/** The tool to call after a refused call, or null if none helps. */
export function nameNextTool(code: ProblemCode, operation: ToolOperation): string | null {
  return hints[code]?.(operation) ?? null;
}

function readAgain(operation: ToolOperation): string | null {
  const reader = findReader(operation);
  return reader === null ? null : `Call ${reader} for the rowVersion.`;
}

const isTool = (name: string): boolean => findTool(name) !== undefined;

/** The tool that reads what another one changes: `update_tag` changes what `list_tags` shows. */
function findReader({ tool, input }: ToolOperation): string | null {
  const noun = tool.name.slice(tool.name.indexOf("_") + 1);
  const holders = Object.keys(readersOfHolders).filter((field) => field in input);
  const ofHolders = holders.flatMap((field) => readersOfHolders[field] ?? []);
  const ofTree = "docId" in input && "folderId" in input ? ["get_docs_tree"] : [];
  return [`get_${noun}`, `list_${noun}s`, ...ofTree, ...ofHolders].find(isTool) ?? null;
}

/** The tool that reads a record together with its parts, by the field of its id. */
const readersOfHolders: Readonly<Record<string, string>> = {
  endpointId: "get_endpoint",
  commentId: "get_review",
  docId: "list_docs",
};

type Identified = Pick<ToolOperation, "tool" | "input">;

/** The tools that list the ids in a call, from the outermost. */
function findListers(operation: Identified): string[] {
  const names = Object.keys(operation.input)
    .filter((field) => /^id$|Ids?$/.test(field))
    .map((field) => nameLister(field.replace(/s$/, ""), operation));
  const listers = names.filter((name) => isTool(name) && name !== operation.tool.name);
  return [...new Set(listers)];
}

/** The tool that lists the ids of a field, in records of another name or with its parent. */
const listersOfFields: Readonly<Record<string, string>> = {
  id: "list_runs",
  responseId: "get_endpoint",
  parameterId: "get_endpoint",
  responseHeaderId: "get_endpoint",
  securitySchemeAssignmentId: "get_endpoint",
  successorEndpointId: "list_endpoints",
  successorSpecId: "list_specs",
  baselineSpecId: "list_specs",
  baselineVersionId: "list_spec_versions",
  specVersionId: "list_spec_versions",
  parentFolderId: "list_folders",
  pageId: "get_docs_tree",
  referenceId: "get_docs_tree",
  itemPublicId: "get_docs_tree",
  parentFolderPublicId: "get_docs_tree",
  entityId: "list_deprecations",
  planId: "list_deprecations",
  commentId: "get_review",
  profileId: "list_scan_profiles",
  findingId: "list_security_findings",
  requestId: "list_sent_requests",
  deliveryId: "list_webhook_deliveries",
  organizationId: "get_context",
};

/** The tool that lists the ids of a field, which may not exist. */
function nameLister(field: string, { tool, input }: Identified): string {
  const ofOrganization = tool.name.includes("_org_") ? "org_" : "";
  if (field === "policyId") return `list_${ofOrganization}header_policies`;
  if (field === "componentId" && tool.name.includes("header_"))
    return `list_${ofOrganization}header_components`;
  if (field === "runId") return tool.name.includes("scan") ? "list_scan_runs" : "list_runs";
  if (field === "folderId" && "docId" in input) return "get_docs_tree";
  if (field === "versionId" || field === "fromVersionId")
    return "specId" in input ? "list_spec_versions" : "list_docs";
  const noun = field
    .replace(/Id$/, "")
    .replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return listersOfFields[field] ?? `list_${noun}s`;
}
