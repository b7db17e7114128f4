import type { Visit } from "../../grammar/walk-objects.ts";
import { isList, isObject, memberOf } from "@lintel/json/value";
import { exampleWithGet, makeExample } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";
import { quote } from "@lintel/json/shorten";

export const securitySchemeUnknown: ValidityRule = {
  code: "SECURITY_SCHEME_UNKNOWN",
  severity: "error",
  summary: "Every security requirement names a security scheme of the components.",
  lintRule: "security-defined",
  why: "A client cannot find out how to authenticate.",
  fix: "Add the scheme to components.securitySchemes, or correct its name.",
  good: makeExample({
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "basic" } } },
  }),
  bad: exampleWithGet({ security: [{ key: [] }] }),
  begin: (context) => {
    const components = memberOf(context.document, "components");
    const schemes = memberOf(components, "securitySchemes");
    // From 3.2 on a requirement may name a scheme by its URI.
    const isUri = (name: string) => context.version === "3.2" && /[/#:.]/.test(name);
    const isKnown = (name: string) => isObject(schemes) && Object.hasOwn(schemes, name);
    const check: Visit = (object, _, path) => {
      const security = memberOf(object, "security");
      if (!isList(security)) return;
      for (const [index, requirement] of security.entries()) {
        for (const name of isObject(requirement) ? Object.keys(requirement) : []) {
          if (isKnown(name) || isUri(name)) continue;
          const place = [...path, "security", index, name];
          context.report(
            place,
            `No security scheme ${quote(name)} is among the components: add it.`,
          );
        }
      }
    };
    return { on: { document: check, operation: check } };
  },
};
