import { schemaTypes } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion, rowVersionOf, Timestamp } from "./common.ts";
import { idOf, jsonValue, lineOf, nameOf, schemaTypeOf, textOf } from "./design.ts";

export const headerComponentLevels = ["spec", "project", "organization"] as const;

/** A header that many responses and policies refer to. `specId` and `versionId` are set at level `spec`. */
export const HeaderComponent = record({
  id: Id,
  level: Type.Enum([...headerComponentLevels]),
  projectId: nullable(Id),
  specId: nullable(Id),
  versionId: nullable(Id),
  name: Type.String({ description: "The header's name." }),
  schemaType: nullable(Type.Enum([...schemaTypes])),
  schemaFormat: nullable(Type.String()),
  schemaId: nullable(Id),
  schema: jsonValue("The schema"),
  required: Type.Boolean(),
  description: nullable(Type.String()),
  example: jsonValue("The example"),
  serializedExample: nullable(Type.String()),
  defaultValue: jsonValue("The schema's default"),
  isDeprecated: Type.Boolean(),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type HeaderComponent = Static<typeof HeaderComponent>;

/** The references to a header component. */
export const HeaderComponentUsage = record({
  responseHeaders: Type.Array(
    record({
      responseHeaderId: Id,
      responseId: Id,
      statusCode: Type.String(),
      endpointId: Id,
      versionId: Id,
      method: Type.String(),
      path: Type.String(),
    }),
  ),
  policies: Type.Array(record({ id: Id, name: Type.String() }), {
    description: "Header policies that lose the header when it is deleted.",
  }),
});
export type HeaderComponentUsage = Static<typeof HeaderComponentUsage>;

// The schemas of the two flags have no defaults, which would overwrite what an update keeps.
/** The common fields of creating and changing a header component. */
export const headerComponentFields = {
  rowVersion: Type.Optional(
    rowVersionOf("The version of the component that was read. Required for update."),
  ),
  name: Type.Optional(nameOf("The header's name. Required for create.")),
  schemaType: Type.Optional(schemaTypeOf("The type of its values. Required for create.")),
  required: Type.Optional(
    Type.Boolean({
      description: "Whether every message has it. Default: false by create, kept by update.",
    }),
  ),
  description: Type.Optional(textOf("What it means, in Markdown.")),
  schemaFormat: Type.Optional(lineOf("For example date-time, uuid or int32.", 200)),
  example: Type.Optional(textOf("A sample value: JSON, or the bare text of a string.")),
  defaultValue: Type.Optional(
    textOf("The value that is used if it is omitted: JSON, or the bare text of a string."),
  ),
  isDeprecated: Type.Optional(
    Type.Boolean({
      description: "Whether it should no longer be used. Default: false by create, kept by update.",
    }),
  ),
};

/** The target of a call. */
export const componentId = idOf("The header component.");
