import Type, { type Static } from "typebox";
import { nullable, record } from "./common.ts";
import { idOf, textOf, jsonValue } from "./design.ts";

/** A media type of a request body or a response, with its schema. */
export const MediaType = record({
  contentType: Type.String(),
  schema: jsonValue("The schema"),
  schemaId: nullable(
    Type.String({ format: "uuid", description: "The schema component that the schema refers to." }),
  ),
  itemSchema: jsonValue("The schema of each item of a sequence (OpenAPI 3.2)"),
  example: jsonValue("The example"),
  serializedExample: nullable(Type.String()),
  mediaTypeComponentId: nullable(
    Type.String({ format: "uuid", description: "The media type component that stands for it." }),
  ),
});
export type MediaType = Static<typeof MediaType>;

const contentTypeRules = {
  minLength: 3,
  maxLength: 300,
  pattern: "^[^\\s/\\p{Cc}\\p{Cs}]+/[^\\p{Cc}\\p{Cs}]+$",
  description: "The media type that this is about; the body's other ones stay.",
};

export const ContentType = Type.String(contentTypeRules);

export const JsonUnlessSaid = Type.Optional(
  Type.String({ ...contentTypeRules, default: "application/json" }),
);

/** What a call says of one media type of a body. */
export const mediaTypeFields = {
  schemaJson: Type.Optional(textOf("The schema as JSON text; excludes schemaId.")),
  schemaId: Type.Optional(idOf("The schema component to refer to; excludes schemaJson.")),
  example: Type.Optional(textOf("A sample body: JSON, or the bare text where it is no JSON.")),
  itemSchemaJson: Type.Optional(
    textOf("The schema of each item of a sequence, as JSON text (OpenAPI 3.2)."),
  ),
  mediaTypeComponentId: Type.Optional(idOf("The media type component to refer to (OpenAPI 3.2).")),
  serializedExample: Type.Optional(textOf("A sample as it is on the wire (OpenAPI 3.2).")),
};

/** The same where there may be something to keep: left out it stays. */
export const keptMediaTypeFields = {
  ...mediaTypeFields,
  itemSchemaJson: Type.Optional(
    textOf(
      "The schema of each item of a sequence, as JSON text (OpenAPI 3.2); left out it is kept. Empty clears it.",
    ),
  ),
  mediaTypeComponentId: Type.Optional(
    idOf("The media type component to refer to (OpenAPI 3.2); left out, a link is kept."),
  ),
  detachMediaTypeComponent: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Ends the link to the media type component; excludes mediaTypeComponentId.",
    }),
  ),
};
