import { endpointMethods } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion, Timestamp } from "./common.ts";
import { Parameter } from "./parameter.ts";
import { RequestBody } from "./request-body.ts";
import { Response } from "./response.ts";
import { SecurityAssignment } from "./security-assignment.ts";

/** An endpoint in a list: without its long texts. */
export const EndpointItem = record({
  id: Id,
  specId: Id,
  versionId: Id,
  folderId: nullable(
    Type.String({ format: "uuid", description: "null: at the root, not in a folder." }),
  ),
  position: Type.Integer({ minimum: 0, description: "The position in its folder, from 0." }),
  method: Type.Enum([...endpointMethods]),
  path: Type.String(),
  summary: nullable(Type.String()),
  operationId: nullable(Type.String()),
  tags: Type.Array(Type.String()),
  isDeprecated: Type.Boolean(),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  rowVersion: RowVersion,
});
export type EndpointItem = Static<typeof EndpointItem>;

/** An endpoint without its parts. */
export const Endpoint = record({
  ...EndpointItem.properties,
  description: nullable(Type.String()),
  internalNotes: nullable(
    Type.String({ description: "For members of the project; never exported or published." }),
  ),
});
export type Endpoint = Static<typeof Endpoint>;

/** An endpoint with all its parts; parameters of its path are among its own. */
export const EndpointDetail = record({
  ...Endpoint.properties,
  parameters: Type.Array(Parameter),
  requestBody: nullable(RequestBody),
  responses: Type.Array(Response),
  securitySchemes: Type.Array(SecurityAssignment),
});
export type EndpointDetail = Static<typeof EndpointDetail>;

/** The position of an endpoint after a bulk action. */
export const EndpointPlace = record({
  id: Id,
  folderId: nullable(Id),
  position: Type.Integer({ minimum: 0 }),
  rowVersion: RowVersion,
});
export type EndpointPlace = Static<typeof EndpointPlace>;

/** Endpoints of a project whose method and path differ only in the names of variables. */
export const EndpointCollision = record({
  method: Type.Enum([...endpointMethods]),
  path: Type.String({ description: "The path without the names of its variables." }),
  endpoints: Type.Array(
    record({ ...EndpointItem.properties, specName: Type.String(), version: Type.String() }),
  ),
});
export type EndpointCollision = Static<typeof EndpointCollision>;
