import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { MediaType } from "./media-type.ts";

/** An endpoint's request body with all its media types. */
export const RequestBody = record({
  id: Id,
  endpointId: Id,
  ref: nullable(Type.String({ description: "The `$ref` that the export has in its place." })),
  requestBodyComponentId: nullable(Id),
  required: Type.Boolean(),
  description: nullable(Type.String()),
  content: Type.Array(MediaType),
  rowVersion: RowVersion,
});
export type RequestBody = Static<typeof RequestBody>;
