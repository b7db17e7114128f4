import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record, Timestamp } from "../shapes/common.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs";

export const DocFind = record({
  docId: Id,
  versionId: Id,
  pageId: nullable({ ...Id, description: "The page; null where an API reference was found." }),
  referenceId: nullable({
    ...Id,
    description: "The API reference that holds what was found; null for a page.",
  }),
  path: nullable(
    Type.String({
      description: "What was found in the API reference, as its address ends in the portal.",
    }),
  ),
  title: Type.String(),
  excerpt: Type.String({ description: "The text around the first words that were found." }),
});

export const searchDocs = operation({
  name: "searchDocs",
  title: "Search documentation",
  summary:
    "Search the pages and API references of a project's documentation for words; what has them in the title comes first. Drafts are searched too.",
  group,
  permission: "docs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "search_docs", toolset: "docs" },
  rest: { method: "GET", path: `${base}/search` },
  input: {
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "^[^\\u0000]*$",
      description: "Words. A page has to hold all of them; the last may be the beginning of one.",
    }),
    versionId: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "The version. Left out: the newest version of every documentation of the project.",
      }),
    ),
  },
  output: record({ items: Type.Array(DocFind) }),
  problems: [],
});

export const createDocPreview = operation({
  name: "createDocPreview",
  title: "Make a preview link",
  summary:
    "Make a link by which anyone sees a version in the portal for a day, whatever its status and visibility.",
  group,
  permission: "docs:write",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "doc_version.previewed",
  rest: { method: "POST", path: `${base}/{docId}/versions/{versionId}/preview` },
  input: { docId: Id, versionId: Id },
  output: record({
    path: Type.String({ description: "Below the portal's origin." }),
    expiresAt: Timestamp,
  }),
  problems: [],
});
