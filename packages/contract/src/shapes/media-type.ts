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
    Type.String({ format: "uuid", description: "The media type component to which it refers." }),
  ),
});
export type MediaType = Static<typeof MediaType>;

const contentTypeRules = {
  minLength: 3,
  maxLength: 300,
  pattern: "^[^\\s/\\p{Cc}\\p{Cs}]+/[^\\p{Cc}\\p{Cs}]+$",
  description: "The media type to set; the others of the body are kept.",
};

export const ContentType = Type.String(contentTypeRules);

export const JsonUnlessSaid = Type.Optional(
  Type.String({ ...contentTypeRules, default: "application/json" }),
);

/** The fields of a call for one media type of a body. */
export const mediaTypeFields = {
  schemaJson: Type.Optional(textOf("The schema as JSON text; excludes schemaId.")),
  schemaId: Type.Optional(idOf("The schema component to refer to; excludes schemaJson.")),
  example: Type.Optional(textOf("A sample body: JSON, or the bare text if it is not JSON.")),
  itemSchemaJson: Type.Optional(
    textOf("The schema of each item of a sequence, as JSON text (OpenAPI 3.2)."),
  ),
  mediaTypeComponentId: Type.Optional(idOf("The media type component to refer to (OpenAPI 3.2).")),
  serializedExample: Type.Optional(textOf("A sample as it is sent (OpenAPI 3.2).")),
};

/** The same fields for a body that may exist: omitted ones are kept. */
export const keptMediaTypeFields = {
  ...mediaTypeFields,
  itemSchemaJson: Type.Optional(
    textOf(
      "The schema of each item of a sequence, as JSON text (OpenAPI 3.2); kept if omitted. Empty clears it.",
    ),
  ),
  mediaTypeComponentId: Type.Optional(
    idOf("The media type component to refer to (OpenAPI 3.2); a link is kept if omitted."),
  ),
  detachMediaTypeComponent: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Removes the link to the media type component; excludes mediaTypeComponentId.",
    }),
  ),
};
