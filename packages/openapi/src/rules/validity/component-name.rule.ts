import { isObject } from "@lintel/json/value";
import { quote } from "@lintel/json/shorten";
import { makeExample } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

const isName = (name: string) => /^[a-zA-Z0-9._-]+$/.test(name);

/** OpenAPI 3.0 §4.7.7. The schemas of later versions check it, that of 3.0 does not. */
export const componentName: ValidityRule = {
  code: "COMPONENT_NAME",
  severity: "error",
  summary: "Names of components consist of letters, digits, dots, hyphens and underscores.",
  lintRule: "spec-components-invalid-map-name",
  why: "References must escape other characters, and generated code renames them.",
  fix: "Use letters, digits, dots, hyphens and underscores only.",
  good: makeExample({ components: { schemas: { OrderLine: { type: "object" } } } }, "3.0.3"),
  bad: makeExample({ components: { schemas: { "Order line": { type: "object" } } } }, "3.0.3"),
  begin: (context) => ({
    on: {
      components(components, _, path) {
        if (context.version !== "3.0") return;
        for (const [kind, map] of Object.entries(components)) {
          if (kind.startsWith("x-") || !isObject(map)) continue;
          for (const name of Object.keys(map)) {
            if (isName(name)) continue;
            const message = `Rename ${quote(name)}: use letters, digits, ".", "-" and "_" only.`;
            context.report([...path, kind, name], message);
          }
        }
      },
    },
  }),
};
