import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { jsonValue, schemaTypes } from "./design.ts";
import { MediaType } from "./media-type.ts";

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
