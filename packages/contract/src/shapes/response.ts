import { schemaTypes } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { jsonValue, textOf } from "./design.ts";
import { JsonUnlessSaid, MediaType, mediaTypeFields } from "./media-type.ts";

const position = Type.Integer({ minimum: 0 });

/** A header of a response. */
export const ResponseHeader = record({
  id: Id,
  responseId: Id,
  ref: nullable(Type.String({ description: "The `$ref` that an export has instead." })),
  headerComponentId: nullable(Id),
  name: Type.String(),
  schemaType: nullable(Type.Enum([...schemaTypes])),
  schemaFormat: nullable(Type.String()),
  schema: jsonValue("The schema"),
  required: Type.Boolean(),
  description: nullable(Type.String()),
  example: jsonValue("The example"),
  serializedExample: nullable(Type.String()),
  isDeprecated: Type.Boolean(),
  position,
  rowVersion: RowVersion,
});
export type ResponseHeader = Static<typeof ResponseHeader>;

/** A response of an endpoint with all its media types and headers. */
export const Response = record({
  id: Id,
  endpointId: Id,
  statusCode: Type.String({
    description: "A status such as 200, a range such as 2XX, or default.",
  }),
  ref: nullable(Type.String({ description: "The `$ref` that an export has instead." })),
  responseComponentId: nullable(Id),
  description: nullable(Type.String()),
  content: Type.Array(MediaType),
  headers: Type.Array(ResponseHeader),
  position,
  rowVersion: RowVersion,
});
export type Response = Static<typeof Response>;

// An integer cannot express `default` and the ranges, which documents also contain.
export const StatusCode = Type.Integer({
  minimum: 0,
  maximum: 599,
  description:
    "The HTTP status, from 100 to 599, or 1 to 5 for the ranges 1XX to 5XX. 4 is 4XX, 0 is `default`.",
});

/** The fields of a call for a new response. */
export const responseFields = {
  statusCode: StatusCode,
  description: Type.Optional(textOf("What the response means, in Markdown.")),
  contentType: JsonUnlessSaid,
  ...mediaTypeFields,
};

/** The id of a response that a call created. */
export const MadeResponse = record({
  id: Id,
  statusCode: Response.properties.statusCode,
  rowVersion: RowVersion,
});
