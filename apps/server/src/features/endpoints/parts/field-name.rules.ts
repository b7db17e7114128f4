import { invalid } from "../../../platform/problem.ts";

/** The name of a header (RFC 9110 §5.1) is a token (§5.6.2). */
const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

export function needFieldName(name: string): void {
  if (token.test(name)) return;
  throw invalid({
    field: "name",
    code: "token",
    message:
      "A header's name consists of letters, digits and the characters !#$%&'*+-.^_`|~ (RFC 9110, 5.6.2).",
  });
}

/** Header names are not case-sensitive. */
export const isSameFieldName = (left: string, right: string): boolean =>
  left.toLowerCase() === right.toLowerCase();
