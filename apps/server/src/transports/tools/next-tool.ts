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
  const ofEndpoint = "endpointId" in input ? ["get_endpoint"] : [];
  return [`get_${noun}`, `list_${noun}s`, ...ofEndpoint].find(isTool) ?? null;
}

/** The tools that list the ids in a call, from the outermost. */
function findListers({ tool, input }: ToolOperation): string[] {
  const names = Object.keys(input).flatMap((field) => {
    const noun = /^(?<noun>\w+)Ids?$/.exec(field)?.groups?.["noun"];
    if (noun === undefined) return [];
    if (noun === "component" && tool.name.includes("header_component"))
      return tool.name.includes("_org_") ? "list_org_header_components" : "list_header_components";
    if (/^(?:parameter|response|responseHeader|securitySchemeAssignment)$/.test(noun))
      return "get_endpoint";
    if (noun === "version") return "specId" in input ? "list_spec_versions" : [];
    return `list_${noun.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}s`;
  });
  return [...new Set(names.filter(isTool))];
}
