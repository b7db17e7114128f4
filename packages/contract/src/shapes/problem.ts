import Type from "typebox";
import { problemCodes } from "../words/problems.ts";

/** The body of every refusal (RFC 9457). The record is open, because some codes add members. */
export const Problem = Type.Object({
  type: Type.String({ description: "`urn:svc:problem:` and the code in kebab-case." }),
  title: Type.String(),
  status: Type.Integer({ minimum: 400, maximum: 599 }),
  code: Type.Enum(problemCodes, { description: "Stable: programs should check this member." }),
  detail: Type.String({ description: "For people; may be reworded." }),
  instance: Type.String(),
  requestId: Type.String(),
  errors: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), code: Type.String(), message: Type.String() }), {
      description: "With VALIDATION_FAILED: each refused field and how to correct it.",
    }),
  ),
});
