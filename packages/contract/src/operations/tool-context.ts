import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, nullable, record, Slug } from "../shapes/common.ts";
import { permissionNames } from "../words/permissions.ts";
import { toolsetSlugs } from "../words/toolsets.ts";

const group = "Tool context";
const toolset = "core";

const ToolsetSlug = Type.Enum([...toolsetSlugs]);

export const ToolContext = record({
  organization: record({ id: Id, name: Name, slug: Slug }),
  project: nullable(record({ id: Id, name: Name, slug: Slug })),
  isProjectFixed: Type.Boolean({
    description: "The address of the connection selects the project; set_context cannot change it.",
  }),
  permissions: Type.Array(Type.Enum([...permissionNames]), {
    description: "The credential's permissions in the project or, without one, in any project.",
  }),
  enabledToolsets: Type.Array(ToolsetSlug),
});
export type ToolContext = Static<typeof ToolContext>;

export const setContext = operation({
  name: "setContext",
  title: "Choose the project to work in",
  summary:
    "Switch to a project: all later calls work in it. Without projectId, only in the organization.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "tool_context.changed",
  tool: { name: "set_context", toolset, unlisted: ["organizationId"] },
  input: {
    organizationId: Type.Optional(
      Type.String({ format: "uuid", description: "The credential's own organization." }),
    ),
    projectId: Type.Optional(
      Type.String({ format: "uuid", description: "A project from list_projects." }),
    ),
  },
  output: ToolContext,
  problems: ["CONTEXT_MISMATCH"],
});

export const getContext = operation({
  name: "getContext",
  title: "Read the context",
  summary: "Show the current organization and project, and what you are allowed to do there.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "get_context", toolset },
  input: {},
  output: ToolContext,
  problems: [],
});

export const listToolsets = operation({
  name: "listToolsets",
  title: "List toolsets",
  summary: "List the groups of tools that are available, and what each is for.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_toolsets", toolset },
  input: {},
  output: record({
    toolsets: Type.Array(
      record({
        slug: ToolsetSlug,
        title: Type.String(),
        description: Type.String(),
        toolCount: Type.Integer({
          minimum: 0,
          description: "The tools that the credential may call.",
        }),
        isEnabled: Type.Boolean(),
      }),
    ),
  }),
  problems: [],
});

const AnySchema = Type.Object({ type: Type.Literal("object") }, { additionalProperties: true });

export const enableToolset = operation({
  name: "enableToolset",
  title: "Enable a toolset",
  summary: "Turn on a group of tools, and return their definitions.",
  group,
  permission: null,
  context: "none",
  effect: "write",
  isIdempotent: true,
  isStable: true,
  event: "toolset.enabled",
  tool: { name: "enable_toolset", toolset },
  input: { slug: Type.String({ maxLength: 100 }) },
  output: record({
    slug: ToolsetSlug,
    tools: Type.Array(
      record({
        name: Type.String(),
        description: Type.String(),
        inputSchema: AnySchema,
        outputSchema: AnySchema,
        annotations: record({
          readOnlyHint: Type.Boolean(),
          destructiveHint: Type.Boolean(),
          idempotentHint: Type.Boolean(),
          openWorldHint: Type.Boolean(),
        }),
      }),
      { description: "The tools that the credential may call." },
    ),
  }),
  problems: ["TOOLSET_UNKNOWN"],
});
