import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, record, wholeList } from "../shapes/common.ts";
import { idOf, textOf, withWarnings } from "../shapes/design.ts";
import {
  componentId,
  HeaderComponent,
  headerComponentFields,
  HeaderComponentUsage,
} from "../shapes/header-component.ts";

const group = "Header components";
const toolset = "header-components";
const base = "/api/projects/{projectId}/header-components";

const level = Type.Enum(["spec", "project"], {
  description: "Whether the component belongs to a specification or to the project.",
});
const specId = Type.Optional(idOf("The specification. Required for level spec."));
const versionId = Type.Optional(idOf("The version. Required for level spec."));

export const deleteHeaderComponent = operation({
  name: "deleteHeaderComponent",
  title: "Delete a header component",
  summary:
    "Remove a reusable header (a header component) from the project or a specification. Policies that refer to it lose the header: read its usage first.",
  group,
  permission: "specs:delete",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: true,
  event: "header_component.deleted",
  tool: { name: "delete_header_component", toolset },
  rest: { method: "DELETE", path: `${base}/{componentId}` },
  input: { componentId, level, specId, versionId },
  output: null,
  problems: ["VERSION_LOCKED"],
});

export const getHeaderComponent = operation({
  name: "getHeaderComponent",
  title: "Read a header component",
  summary:
    "Show a header component of the project or of a specification, and with includeUsage where it is used.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_header_component", toolset },
  rest: { method: "GET", path: `${base}/{componentId}` },
  input: {
    componentId,
    level,
    specId,
    includeUsage: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether to list its references: response headers at level spec, policies at level project.",
      }),
    ),
    versionId: Type.Optional(
      idOf("The version whose usage is shown. Default: the component's own."),
    ),
  },
  output: record({
    ...HeaderComponent.properties,
    usage: nullable(HeaderComponentUsage),
  }),
  problems: [],
});

export const listHeaderComponents = operation({
  name: "listHeaderComponents",
  title: "List header components",
  summary: "List the reusable headers (header components) that the project or a specification has.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_header_components", toolset },
  rest: { method: "GET", path: base },
  input: {
    level,
    specId,
    versionId: Type.Optional(
      idOf("The version, only for level spec. Default: the specification's newest version."),
    ),
    includeUsageCounts: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Whether to count the references to each: by the version at level spec, by policies at level project.",
      }),
    ),
  },
  output: wholeList(
    record({
      ...HeaderComponent.properties,
      usageCount: nullable(
        Type.Integer({ minimum: 0, description: "null if it was not requested." }),
      ),
    }),
  ),
  problems: [],
});

export const manageHeaderComponent = operation({
  name: "manageHeaderComponent",
  title: "Create or change a header component",
  summary:
    "Define a reusable header (a header component) for the project or a specification, or change or deprecate one; an update keeps omitted fields.",
  group,
  permission: "specs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: true,
  event: "header_component.updated",
  tool: { name: "manage_header_component", toolset },
  rest: { method: "POST", path: base },
  input: {
    level,
    action: Type.Enum(["create", "update"], { description: "What to do." }),
    specId,
    versionId,
    componentId: Type.Optional(idOf("The header component. Required for update.")),
    ...headerComponentFields,
    schemaId: Type.Optional(idOf("The schema component that it refers to. Only for level spec.")),
    serializedExample: Type.Optional(textOf("A sample as it is sent. OpenAPI 3.2.")),
  },
  output: withWarnings({ component: HeaderComponent }),
  problems: [
    "ROW_VERSION_REQUIRED",
    "CONCURRENCY_CONFLICT",
    "VERSION_LOCKED",
    "HEADER_COMPONENT_EXISTS",
    "OPENAPI_VERSION_UNSUPPORTED",
  ],
});
