import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { idOf, textOf } from "./design.ts";
import { ContentType, MediaType, mediaTypeFields } from "./media-type.ts";

/** An endpoint's request body with all its media types. */
export const RequestBody = record({
  id: Id,
  endpointId: Id,
  ref: nullable(Type.String({ description: "The `$ref` that an export has instead." })),
  requestBodyComponentId: nullable(Id),
  required: Type.Boolean(),
  description: nullable(Type.String()),
  content: Type.Array(MediaType),
  rowVersion: RowVersion,
});
export type RequestBody = Static<typeof RequestBody>;

/** The fields of a call for a new request body. */
export const requestBodyFields = {
  contentType: ContentType,
  required: Type.Optional(
    Type.Boolean({ default: true, description: "Whether every request has a body." }),
  ),
  description: Type.Optional(textOf("What the body means, in Markdown.")),
  ...mediaTypeFields,
  requestBodyComponentId: Type.Optional(idOf("The request body component to refer to.")),
};
