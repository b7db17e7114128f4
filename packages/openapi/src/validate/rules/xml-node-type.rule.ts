import type { Rule } from "./rule.types.ts";

/** What `nodeType` replaces (OpenAPI 3.2 §4.26 XML Object). */
const replaced = ["attribute", "wrapped"] as const;

export const xmlNodeType: Rule = {
  code: "XML_NODE_TYPE",
  severity: "error",
  summary: "No XML object has a nodeType together with attribute or wrapped, which it replaces.",
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
