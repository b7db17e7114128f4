import { exampleWithSchema } from "../form/example-documents.ts";
import type { ValidityRule } from "../form/rule.types.ts";

/** What `nodeType` replaces (OpenAPI 3.2 §4.26 XML Object). */
const replaced = ["attribute", "wrapped"] as const;

export const xmlNodeType: ValidityRule = {
  code: "XML_NODE_TYPE",
  severity: "error",
  summary: "No XML object has a nodeType together with attribute or wrapped, which it replaces.",
  why: "The two can contradict each other.",
  fix: "Remove attribute and wrapped.",
  good: exampleWithSchema({ xml: { nodeType: "element" } }, "3.2.0"),
  bad: exampleWithSchema({ xml: { nodeType: "element", wrapped: true } }, "3.2.0"),
  begin: (context) => ({
    on: {
      xml(xml, _, path) {
        if (context.version !== "3.2" || !Object.hasOwn(xml, "nodeType")) return;
        for (const name of replaced) {
          if (!Object.hasOwn(xml, name)) continue;
          context.report([...path, name], `"nodeType" replaces "${name}": remove "${name}".`);
        }
      },
    },
  }),
};
