import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { Id, nullable, record } from "../shapes/common.ts";

/** What a search over an organization finds, in the order in which equal matches are listed. */
export const foundKinds = [
  "project",
  "spec",
  "endpoint",
  "component",
  "suite",
  "docPage",
  "finding",
] as const;
export type FoundKind = (typeof foundKinds)[number];

export const Found = record({
  kind: Type.Enum([...foundKinds]),
  id: Id,
  title: Type.String({ description: "`GET /books`, or the name." }),
  within: nullable(
    Type.String({ description: "The specification, or the documentation, that it is in." }),
  ),
  project: record({ id: Id, slug: Type.String(), name: Type.String() }),
  path: Type.String({
    description: "Where the web app shows it, after the address of the organization.",
  }),
});
export type Found = Static<typeof Found>;

export const search = operation({
  name: "search",
  title: "Search the organization",
  summary:
    "Search all projects that you see: find projects, specifications, endpoints, components, test suites, documentation pages and findings by name or path. Every word must be a word of the name or its beginning; of specifications and documentation, the newest version is searched.",
  group: "Search",
  permission: null,
  context: "organization",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: "/api/search" },
  input: {
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      pattern: "^\\s*[^\\s\\u0000][^\\u0000]*$",
      description: "Words, such as `GET /books` or `order service`; upper case does not matter.",
    }),
    kind: Type.Optional(Type.Enum([...foundKinds], { description: "Only results of this kind." })),
    take: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 20,
        description: "How many results to return, the best first.",
      }),
    ),
  },
  output: record({ items: Type.Array(Found) }),
  problems: ["ORG_OPERATION_DENIED"],
});
