import Type, { type Static } from "typebox";
import { nullable, record, RowVersion } from "./common.ts";

/** A security scheme that an endpoint asks for. */
export const SecurityAssignment = record({
  securitySchemeAssignmentId: Type.String({
    format: "uuid",
    description: "The assignment's own id, with which it is removed.",
  }),
  securitySchemeId: nullable(
    Type.String({
      format: "uuid",
      description: "The scheme's component; null where the version has none of this name.",
    }),
  ),
  name: nullable(
    Type.String({ description: "The scheme's name; null for the alternative without credential." }),
  ),
  scopes: Type.Array(Type.String()),
  alternative: Type.Integer({
    minimum: 0,
    description: "Schemes of one number are needed together; those of another do instead.",
  }),
  rowVersion: RowVersion,
});
export type SecurityAssignment = Static<typeof SecurityAssignment>;
