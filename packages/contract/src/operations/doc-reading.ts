import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";

const group = "Docs as Code";
const base = "/api/projects/{projectId}/docs";

const DocFind = record({
  docId: Id,
  versionId: Id,
  pageId: nullable({ ...Id, description: "The page; null for a result in an API reference." }),
  referenceId: nullable({
    ...Id,
    description: "The API reference of the result; null for a page.",
  }),
  path: nullable(
    Type.String({
      description: "The result in the API reference, as the end of its address in the portal.",
    }),
  ),
  title: Type.String(),
  heading: nullable(
    Type.String({ description: "The heading of the best section; null for the page as a whole." }),
  ),
  excerpt: Type.String({ description: "The text around the first words found." }),
});

export const searchDocs = operation({
  name: "searchDocs",
  title: "Search documentation",
  summary:
    "Search the documentation: look up where its pages and API references explain or mention words; what has them in the title comes first. Drafts are searched too.",
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
      description:
        "Words, in any form. A page need not contain all of them, and a word with one wrong letter is found.",
    }),
    versionId: Type.Optional(
      Type.String({
        format: "uuid",
        description:
          "The version. Default: the newest version of every documentation of the project.",
      }),
    ),
    ...pagingInput,
  },
  output: page(DocFind),
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
  tool: { name: "create_docs_preview", toolset: "docs" },
  rest: { method: "POST", path: `${base}/{docId}/versions/{versionId}/preview` },
  input: { docId: Id, versionId: Id },
  output: record({
    path: Type.String({ description: "The path below the portal's origin." }),
    url: nullable(
      Type.String({
        description: "The complete link; null if the service does not know the portal's origin.",
      }),
    ),
    expiresAt: Timestamp,
  }),
  problems: [],
});
