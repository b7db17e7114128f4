import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, Name, page, pagingInput, record, RowVersion, Slug } from "../shapes/common.ts";
import {
  Branding,
  DocPageFeedback,
  Documentation,
  KeptCopies,
  VersionLabel,
} from "../shapes/docs.ts";
import { visibilities } from "../words/visibilities.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs";

const settings = {
  portalEnabled: Type.Optional(Type.Boolean()),
  requireApproval: Type.Optional(Type.Boolean()),
  allowsExternalImages: Type.Optional(Type.Boolean()),
  branding: Type.Optional(Branding),
  keptCopies: Type.Optional(KeptCopies),
};

export const listDocumentations = operation({
  name: "listDocumentations",
  title: "List documentations",
  summary:
    "List the documentation sites of a project, which it publishes or drafts, by name, with all their versions and who may read them.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: true,
  tool: { name: "list_docs", toolset: "docs" },
  rest: { method: "GET", path: base },
  input: {},
  output: record({ documentations: Type.Array(Documentation) }),
  problems: [],
});

export const createDocumentation = operation({
  name: "createDocumentation",
  title: "Create a documentation",
  summary:
    "Start a new documentation site with an empty draft as its first version, labelled 1.0 by default.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "documentation.created",
  tool: { name: "create_docs", toolset: "docs" },
  rest: { method: "POST", path: base, status: 201, location: `${base}/{id}` },
  input: {
    name: Name,
    slug: Type.Optional(Slug),
    label: Type.Optional(VersionLabel),
    visibility: Type.Optional(
      Type.Enum([...visibilities], {
        default: "internal",
        description:
          "Who may read its first version once that is published: anyone (public), anyone who signs in (authenticated), or members who may read the project (internal).",
      }),
    ),
    ...settings,
  },
  output: Documentation,
  problems: ["SLUG_TAKEN"],
});

export const getDocumentation = operation({
  name: "getDocumentation",
  title: "Read a documentation",
  summary: "Shows one documentation with all its versions.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{docId}` },
  input: { docId: Id },
  output: Documentation,
  problems: [],
});

export const updateDocumentation = operation({
  name: "updateDocumentation",
  title: "Change a documentation",
  summary:
    "Rename a documentation site, or change its settings: portal, approval, branding, kept copies. Settings need docs:publish.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: true,
  isStable: false,
  event: "documentation.updated",
  tool: { name: "update_docs", toolset: "docs" },
  rest: { method: "PATCH", path: `${base}/{docId}` },
  input: {
    docId: Id,
    name: Type.Optional(Name),
    slug: Type.Optional(Slug),
    ...settings,
    rowVersion: RowVersion,
  },
  output: Documentation,
  problems: ["CONCURRENCY_CONFLICT", "SLUG_TAKEN"],
});

export const listDocFeedback = operation({
  name: "listDocFeedback",
  title: "List answers of readers",
  summary:
    "Counts how many readers of each page found it helpful and how many did not, the pages with the most answers first.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: `${base}/{docId}/feedback` },
  input: { docId: Id, ...pagingInput },
  output: page(DocPageFeedback),
  problems: [],
});

export const deleteDocumentation = operation({
  name: "deleteDocumentation",
  title: "Delete a documentation",
  summary: "Delete a documentation with all its versions and pages. This cannot be undone.",
  group,
  permission: "docs:publish",
  context: "project",
  effect: "destructive",
  isIdempotent: false,
  isStable: false,
  event: "documentation.deleted",
  tool: { name: "delete_docs", toolset: "docs" },
  rest: { method: "DELETE", path: `${base}/{docId}` },
  input: { docId: Id },
  output: null,
  problems: [],
});
