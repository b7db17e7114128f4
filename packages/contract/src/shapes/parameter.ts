import { parameterLocations, schemaTypes } from "../words/design.ts";
import Type, { type Static } from "typebox";
import { Id, nullable, record, RowVersion } from "./common.ts";
import { idOf, jsonValue, lineOf, nameOf, schemaTypeOf, textOf } from "./design.ts";

/** The styles of OpenAPI 3.2 (Parameter Object, Style Values); `cookie` is new in it. */
const parameterStyles = [
  "matrix",
  "label",
  "simple",
  "form",
  "spaceDelimited",
  "pipeDelimited",
  "deepObject",
  "cookie",
] as const;

/** A parameter of an endpoint, or of a path that the endpoint shares with others. */
export const Parameter = record({
  id: Id,
  endpointId: nullable(Id),
  pathItemId: nullable(
    Type.String({ format: "uuid", description: "Set if every endpoint of the path has it." }),
  ),
  ref: nullable(
    Type.String({
      description: "The `$ref` of the parameter; members that the reference does not set are null.",
    }),
  ),
  name: nullable(Type.String()),
  location: nullable(Type.Enum([...parameterLocations])),
  schemaType: nullable(Type.Enum([...schemaTypes])),
  schemaFormat: nullable(Type.String()),
  schemaId: nullable(Id),
  schema: jsonValue("The schema"),
  required: Type.Boolean(),
  description: nullable(Type.String()),
  example: jsonValue("The example"),
  serializedExample: nullable(Type.String()),
  defaultValue: jsonValue("The schema's default"),
  style: nullable(Type.String()),
  explode: nullable(Type.Boolean()),
  contentType: nullable(Type.String({ description: "The media type of a `querystring`." })),
  isDeprecated: Type.Boolean(),
  position: Type.Integer({ minimum: 0 }),
  rowVersion: RowVersion,
});
export type Parameter = Static<typeof Parameter>;

/** The common fields of adding and replacing a parameter. */
export const parameterFields = {
  name: nameOf("The parameter's name; for a path parameter, the variable in the path."),
  location: Type.Enum([...parameterLocations], {
    description: "Where requests contain it; `querystring` needs OpenAPI 3.2.",
  }),
  schemaType: schemaTypeOf("The type of its values; not exported if schemaId is set."),
  required: Type.Optional(
    Type.Boolean({
      default: false,
      description: "Whether every request has it; a path parameter is always required.",
    }),
  ),
  description: Type.Optional(textOf("What it means, in Markdown.")),
  schemaFormat: Type.Optional(lineOf("For example date-time, email, uuid, int32 or int64.", 200)),
  example: Type.Optional(textOf("A sample value: JSON, or the bare text of a string.")),
  defaultValue: Type.Optional(
    textOf("The value that the server uses if it is omitted: JSON, or the bare text of a string."),
  ),
  schemaId: Type.Optional(idOf("The schema component that it refers to.")),
  style: Type.Optional(
    Type.Enum([...parameterStyles], {
      description: "How values are written; must match the location.",
    }),
  ),
  explode: Type.Optional(
    Type.Boolean({ description: "Whether each member of an array or object is a separate value." }),
  ),
  contentType: Type.Optional(lineOf("The media type of a `querystring` parameter.", 300)),
  serializedExample: Type.Optional(textOf("A sample as it is sent (OpenAPI 3.2).")),
};
