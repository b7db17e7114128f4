import { isObject, memberOf } from "@lintel/json/value";
import { dropMembers, editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** The schema keeps it: a discriminator of 3.0 cannot have extensions. */
export const discriminatorDefault: ConversionRule = {
  code: "DISCRIMINATOR_DEFAULT",
  summary: "A schema for values that no mapping names came with 3.2.",
  spec: "OpenAPI 3.2 §4.25 Discriminator Object",
  kinds: ["schema"],
  down: {
    watches: ["discriminator"],
    severity: "warn",
    message: "A discriminator of OpenAPI 3.1 has no default: its property should be required.",
    apply(object) {
      const discriminator = memberOf(object, "discriminator");
      if (!isObject(discriminator)) return object;
      const bare = dropMembers(discriminator, (name) => name === "defaultMapping");
      return bare === discriminator ? object : editMembers(object, { discriminator: bare });
    },
  },
  examples: [
    {
      newer: { discriminator: { propertyName: "a", defaultMapping: "B" } },
      older: { discriminator: { propertyName: "a" } },
      ways: "down",
    },
  ],
};
