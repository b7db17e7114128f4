import Type, { type Static } from "typebox";
import { operation } from "../declare/operation.ts";
import { nullable, page, pagingInput, record, Timestamp } from "../shapes/common.ts";
import { Comparison } from "../shapes/comparison.ts";
import { idOf } from "../shapes/design.ts";
import { createdLink, linkLifetime, publicLink } from "../shapes/public-link.ts";

const group = "Share links";
const base = "/api/projects/{projectId}/specs/{specId}/versions/{versionId}/share-links";

const place = {
  specId: idOf("The specification."),
  versionId: idOf("The version that is shared."),
};

export const ShareLink = publicLink({
  baselineVersionId: nullable(
    Type.String({
      format: "uuid",
      description: "The version that it is compared with; null where the version alone is shared.",
    }),
  ),
});
export type ShareLink = Static<typeof ShareLink>;

export const listShareLinks = operation({
  name: "listShareLinks",
  title: "List share links",
  summary: "Lists the public links to a version, the newest first, also those that ended.",
  group,
  permission: "specs:read",
  context: "project",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  rest: { method: "GET", path: base },
  input: { ...place, ...pagingInput },
  output: page(ShareLink),
  problems: [],
});

export const createShareLink = operation({
  name: "createShareLink",
  title: "Create a share link",
  summary:
    "Creates a public address that shows a version, or its comparison with another one, to people without an account. The answer has the address, once.",
  group,
  permission: "specs:publish",
  context: "project",
  effect: "write",
  isIdempotent: false,
  isStable: false,
  event: "share_link.created",
  rest: { method: "POST", path: base, status: 201 },
  input: {
    ...place,
    baselineVersionId: Type.Optional(
      idOf("The version of the same specification to compare it with. Default: none."),
    ),
    ...linkLifetime,
  },
  output: createdLink(ShareLink),
  problems: [],
});

export const revokeShareLink = operation({
  name: "revokeShareLink",
  title: "Revoke a share link",
  summary: "Ends a public link at once.",
  group,
  permission: "specs:publish",
  context: "project",
  effect: "destructive",
  isIdempotent: true,
  isStable: false,
  event: "share_link.revoked",
  rest: { method: "DELETE", path: `${base}/{linkId}` },
  input: { ...place, linkId: idOf("The share link.") },
  output: null,
  problems: [],
});

const SharedEndpoint = record({
  method: Type.String(),
  path: Type.String(),
  summary: nullable(Type.String()),
  description: nullable(Type.String()),
  isDeprecated: Type.Boolean(),
});

export const readShared = operation({
  name: "readShared",
  title: "Read what a share link shows",
  summary: "Shows the version or the comparison of a public link, and nothing else.",
  group,
  permission: null,
  context: "none",
  effect: "read",
  isIdempotent: true,
  isStable: false,
  input: { token: Type.String({ maxLength: 200 }) },
  output: record({
    spec: Type.String(),
    version: Type.String(),
    title: nullable(Type.String()),
    description: nullable(Type.String()),
    isPublished: Type.Boolean(),
    endpoints: Type.Array(SharedEndpoint),
    baseline: nullable(Type.String({ description: "The number of the version before." })),
    comparison: nullable(Comparison),
    expiresAt: Timestamp,
  }),
  problems: ["DOCUMENT_TOO_COSTLY"],
});
