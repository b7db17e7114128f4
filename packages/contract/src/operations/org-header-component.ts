import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, wholeList } from "../shapes/common.ts";
import { idOf, withWarnings } from "../shapes/design.ts";
import { componentId, HeaderComponent, headerComponentFields } from "../shapes/header-component.ts";

const group = "Header components";
const toolset = "header-components";
const base = "/api/header-components";

export const getOrgHeaderComponent = operation({
  name: "getOrgHeaderComponent",
  title: "Read a header component of the organization",
  summary: "Show one shared header component of the organization.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_org_header_component", toolset },
  rest: { method: "GET", path: `${base}/{componentId}` },
  input: { componentId },
  output: HeaderComponent,
  problems: ["ORG_OPERATION_DENIED"],
});

export const listOrgHeaderComponents = operation({
  name: "listOrgHeaderComponents",
  title: "List header components of the organization",
  summary:
    "List the reusable headers (header components) that all projects of the organization share.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_org_header_components", toolset },
  rest: { method: "GET", path: base },
  input: {},
  output: wholeList(HeaderComponent),
  problems: ["ORG_OPERATION_DENIED"],
});

export const manageOrgHeaderComponent = operation({
  name: "manageOrgHeaderComponent",
  title: "Create, change or delete a header component of the organization",
  summary:
    "Create, change or delete a header component that all projects of the organization share; an update keeps omitted fields.",
  group,
  permission: "org:manage-governance",
  context: "organization",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "header_component.updated",
  tool: { name: "manage_org_header_component", toolset },
  rest: { method: "POST", path: base },
  input: {
    action: Type.Enum(["create", "update", "delete"], { description: "What to do." }),
    componentId: Type.Optional(idOf("The header component. Required for update and delete.")),
    ...headerComponentFields,
  },
  output: withWarnings({ component: nullable(HeaderComponent) }),
  problems: [
    "ORG_OPERATION_DENIED",
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "HEADER_COMPONENT_EXISTS",
  ],
});
