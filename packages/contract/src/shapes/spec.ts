import { findingSeverities, openApiVersions } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Description, Id, Name, nullable, record, RowVersion, Timestamp } from "./common.ts";

export const openApiVersionOf = (description: string) =>
  Type.Enum([...openApiVersions], { description });

export const OpenApiVersion = openApiVersionOf("The document's version of OpenAPI.");

/** Major, minor, patch, and optional suffixes (semver.org 2.0.0). */
export function semanticVersionOf(description: string) {
  return Type.String({
    maxLength: 80,
    pattern:
      "^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$",
    description,
  });
}

export const SemanticVersion = semanticVersionOf("A semantic version such as 1.4.0.");

/** A document of any version of OpenAPI, whose own specification defines its content. */
export const AnyOpenApiDocument = Type.Object({}, { description: "An OpenAPI document." });

/** Empty, or a path such as `/api/v1`: a leading slash and none at the end. */
const BasePath = Type.String({
  maxLength: 300,
  pattern: "^(?:/[^\\s/?#\\u0000]+)+$",
  description: "A prefix of all paths, such as /api/v1, which is added to the servers' addresses.",
});

const specVersionStatuses = ["draft", "published"] as const;

export const SpecVersion = record({
  id: Id,
  specId: Id,
  version: Type.String({
    description: "Its name: the semantic version, or the version in the imported document.",
  }),
  status: Type.Enum([...specVersionStatuses], {
    description: "A published version is locked: to change it, create a new version as a copy.",
  }),
  openapiVersion: OpenApiVersion,
  title: nullable(Type.String()),
  description: nullable(Type.String()),
  endpointCount: Type.Integer({ minimum: 0 }),
  publishedAt: nullable(Timestamp),
  isDeprecated: Type.Boolean({ description: "Whether a deprecation plan of the version is live." }),
  sunsetAt: nullable(
    Type.String({
      format: "date-time",
      description: "When it ends: by its plan, or by a plain date.",
    }),
  ),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type SpecVersion = Static<typeof SpecVersion>;

export const Spec = record({
  id: Id,
  name: Name,
  version: nullable(Type.String({ description: "Of its newest version." })),
  openapiVersion: nullable(OpenApiVersion),
  basePath: nullable(Type.String()),
  description: nullable(Type.String()),
  newestVersionId: nullable(Id),
  versionCount: Type.Integer({ minimum: 0 }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type Spec = Static<typeof Spec>;

/** A finding in a document, at a JSON Pointer (RFC 6901) into it. */
export const DocumentFinding = record({
  code: Type.String(),
  severity: Type.Enum([...findingSeverities]),
  pointer: Type.String(),
  message: Type.String(),
});

/** A finding of a lint rule. */
export const LintFinding = record({
  rule: Type.String(),
  severity: Type.Enum(["error", "warn"]),
  pointer: Type.String(),
  message: Type.String(),
  suggestions: Type.Array(Type.String()),
});

/**
 * A loss of a conversion: content without an equivalent in the target version, and where it is
 * kept.
 */
export const ConversionWarning = record({
  ...DocumentFinding.properties,
  keptIn: nullable(Type.String({ description: "The location in the document where it is kept." })),
});

export const specFields = {
  basePath: Type.Optional(nullable(BasePath)),
  description: Type.Optional(nullable(Description)),
};
