import Type, { type Static } from "typebox";
import { nullable, record, RowVersion } from "./common.ts";

/** A security scheme that an endpoint requires. */
export const SecurityAssignment = record({
  securitySchemeAssignmentId: Type.String({
    format: "uuid",
    description: "The assignment's own id, with which it is removed.",
  }),
  securitySchemeId: nullable(
    Type.String({
      format: "uuid",
      description: "The scheme's component; null if the version has none with this name.",
    }),
  ),
  name: nullable(
    Type.String({
      description: "The scheme's name; null for the alternative without a credential.",
    }),
  ),
  scopes: Type.Array(Type.String()),
  alternative: Type.Integer({
    minimum: 0,
    description:
      "Schemes with the same number are required together; those with another number are an alternative.",
  }),
  rowVersion: RowVersion,
});
export type SecurityAssignment = Static<typeof SecurityAssignment>;
