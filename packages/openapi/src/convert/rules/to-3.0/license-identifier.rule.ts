import { memberOf } from "@lintel/json/value";
import { editMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

/** An identifier of the SPDX list, not an expression of several identifiers. */
const isListed = (identifier: unknown): identifier is string =>
  typeof identifier === "string" && /^[A-Za-z0-9.-]+$/.test(identifier);

export const licenseIdentifier: ConversionRule = {
  code: "LICENSE_IDENTIFIER",
  summary: "A license's SPDX identifier becomes the address that SPDX has for it.",
  spec: "OpenAPI 3.1 §4.8.4 License Object",
  kinds: ["license"],
  down: {
    watches: ["identifier"],
    severity: "info",
    message: "OpenAPI 3.0 names a license by its address, not by an SPDX identifier.",
    apply(object) {
      const identifier = memberOf(object, "identifier");
      if (identifier === undefined) return object;
      const isAdded = isListed(identifier) && !Object.hasOwn(object, "url");
      const url = isAdded ? `https://spdx.org/licenses/${identifier}.html` : object["url"];
      return editMembers(object, { identifier: undefined, url }, "identifier");
    },
  },
  examples: [
    {
      newer: { name: "MIT", identifier: "MIT" },
      older: { name: "MIT", url: "https://spdx.org/licenses/MIT.html" },
      ways: "down",
    },
    { newer: { name: "a", identifier: "MIT OR ISC" }, older: { name: "a" }, ways: "down" },
  ],
};
