import { memberOf } from "@lintel/json/value";
import { exampleWithGet } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

const isSaid = (value: unknown) => typeof value === "string" && value.trim() !== "";

/** The schemas of 3.0 and 3.1 require a description, which may be empty; that of 3.2 does not. */
export const responseDescription: ValidityRule = {
  code: "RESPONSE_DESCRIPTION_MISSING",
  severity: "info",
  summary: "Every response says when it is given, in its description or summary.",
  why: "The status alone does not say what a client can expect.",
  fix: "Describe in one sentence when the response is given.",
  good: exampleWithGet({ responses: { "200": { summary: "The orders." } } }, "/orders", "3.2.0"),
  bad: exampleWithGet({ responses: { "200": {} } }, "/orders", "3.2.0"),
  begin: (context) => ({
    on: {
      response(response, _, path) {
        const isReference = memberOf(response, "$ref") !== undefined;
        const said = ["description", "summary"].some((name) => isSaid(memberOf(response, name)));
        const isAskedFor =
          context.version !== "3.2" && memberOf(response, "description") === undefined;
        if (isReference || said || isAskedFor) return;
        context.report(path, "The response has no description: say when it is given.");
      },
    },
  }),
};
