import { isObject, memberOf } from "@lintel/json/value";
import { dropMembers, editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

export const discriminatorExtensions: ConversionRule = {
  code: "DISCRIMINATOR_EXTENSIONS",
  summary: "Extensions of discriminators came with 3.1.",
  spec: "OpenAPI 3.1 §4.8.25 Discriminator Object",
  kinds: ["schema"],
  down: {
    watches: ["discriminator"],
    severity: "info",
    message: "A discriminator of OpenAPI 3.0 has no extensions.",
    apply(object) {
      const discriminator = memberOf(object, "discriminator");
      if (!isObject(discriminator)) return object;
      const bare = dropMembers(discriminator, (name) => name.startsWith("x-"));
      return bare === discriminator ? object : editMembers(object, { discriminator: bare });
    },
  },
  examples: [
    {
      newer: { discriminator: { propertyName: "a", "x-b": 1 } },
      older: { discriminator: { propertyName: "a" } },
      ways: "down",
    },
  ],
};
