import Type from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, page, pagingInput, record } from "../shapes/common.ts";

/** What a search covers, in the order in which results of equal score are listed. */
const searchedKinds = [
  "endpoint",
  "component",
  "parameter",
  "response",
  "requestBody",
  "folder",
  "tag",
] as const;
export type SearchedKind = (typeof searchedKinds)[number];

export const SearchFind = record({
  kind: Type.Enum([...searchedKinds]),
  id: Id,
  title: Type.String({ description: "`GET /books`, or the name." }),
  endpointId: nullable(
    Type.String({
      format: "uuid",
      description: "The endpoint that was found or that contains the result.",
    }),
  ),
  excerpt: nullable(Type.String({ description: "The text around the first word found in it." })),
});

export const searchSpec = operation({
  name: "searchSpec",
  title: "Search a specification",
  summary:
    "Search an API specification: find endpoints, parameters, bodies, responses, components, folders and tags that mention every word of a query in their names, paths, descriptions or schemas; names come first.",
  group: "Specifications",
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  tool: { name: "search_spec", toolset: "specs" },
  rest: { method: "GET", path: "/api/projects/{projectId}/specs/{specId}/search" },
  input: {
    specId: Id,
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "^\\s*[^\\s\\u0000][^\\u0000]*$",
      description: "Words or parts of words, case-insensitive.",
    }),
    versionId: Type.Optional(
      Type.String({
        format: "uuid",
        description: "The version to search. Default: the newest.",
      }),
    ),
    kind: Type.Optional(
      Type.Enum([...searchedKinds], { description: "Only results of this kind." }),
    ),
    ...pagingInput,
  },
  output: page(SearchFind),
  problems: [],
});
