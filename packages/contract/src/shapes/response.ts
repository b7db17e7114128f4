import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { jsonValue, schemaTypes, textOf } from "./design.ts";
import { JsonUnlessSaid, MediaType, mediaTypeFields } from "./media-type.ts";

const position = Type.Integer({ minimum: 0 });

/** A header of a response. */
export const ResponseHeader = record({
  id: Id,
  responseId: Id,
  ref: nullable(Type.String({ description: "The `$ref` that the export has in its place." })),
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
  ref: nullable(Type.String({ description: "The `$ref` that the export has in its place." })),
  responseComponentId: nullable(Id),
  description: nullable(Type.String()),
  content: Type.Array(MediaType),
  headers: Type.Array(ResponseHeader),
  position,
  rowVersion: RowVersion,
});
export type Response = Static<typeof Response>;

// An integer has no form of its own for `default` and the ranges, which documents have as well.
export const StatusCode = Type.Integer({
  minimum: 0,
  maximum: 599,
  description:
    "The HTTP status, from 100 to 599, or 1 to 5 for the ranges 1XX to 5XX. 4 is 4XX, 0 is `default`.",
});

/** What a call says of a response that is new. */
export const responseFields = {
  statusCode: StatusCode,
  description: Type.Optional(textOf("What the response means, in Markdown.")),
  contentType: JsonUnlessSaid,
  ...mediaTypeFields,
};

/** A response that a call made, by its id. */
export const MadeResponse = record({
  id: Id,
  statusCode: Response.properties.statusCode,
  rowVersion: RowVersion,
});
