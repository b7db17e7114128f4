import { isObject, memberOf, type JsonObject } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** The flag with the same meaning as a node type. In 3.2 `nodeType` replaces two flags. */
function flagOf(schema: JsonObject, nodeType: unknown): JsonObject {
  if (nodeType === "attribute") return { attribute: true };
  return nodeType === "element" && memberOf(schema, "type") === "array" ? { wrapped: true } : {};
}

export const xmlNodeType: ConversionRule = {
  code: "XML_NODE_TYPE",
  summary: "Attributes and wrapped lists have flags of their own before 3.2.",
  spec: "OpenAPI 3.2 §4.26 XML Object",
  kinds: ["schema"],
  down: {
    watches: ["xml"],
    severity: "warn",
    message: "XML in OpenAPI 3.1 has only elements and attributes, each marked by a flag.",
    apply(object) {
      const xml = memberOf(object, "xml");
      if (!isObject(xml) || !Object.hasOwn(xml, "nodeType")) return object;
      const flag = flagOf(object, xml["nodeType"]);
      return editMembers(object, {
        xml: editMembers(xml, { nodeType: undefined, ...flag }, "nodeType"),
      });
    },
  },
  examples: [
    {
      newer: { xml: { nodeType: "attribute", name: "a" } },
      older: { xml: { attribute: true, name: "a" } },
      ways: "down",
    },
    {
      newer: { type: "array", xml: { nodeType: "element" } },
      older: { type: "array", xml: { wrapped: true } },
      ways: "down",
    },
    { newer: { xml: { nodeType: "cdata" } }, older: { xml: {} }, ways: "down" },
  ],
};
