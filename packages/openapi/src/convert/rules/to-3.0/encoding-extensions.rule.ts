import { isObject, memberOf, type Json } from "@lintel/json/value";
import { dropMembers, editMembers, mapMembers } from "../../model/edit-members.ts";
import type { ConversionRule } from "../../model/rule.types.ts";

const isExtension = (name: string) => name.startsWith("x-");

const withoutExtensions = (encoding: Json) =>
  isObject(encoding) ? dropMembers(encoding, isExtension) : encoding;

/** The text of 3.0 allows them, its schema does not. The media type keeps them. */
export const encodingExtensions: ConversionRule = {
  code: "ENCODING_EXTENSIONS",
  summary: "The schema of 3.0 has no extensions of encodings.",
  spec: "OpenAPI 3.0 §4.7.15 Encoding Object",
  kinds: ["mediaType"],
  down: {
    watches: ["encoding"],
    severity: "info",
    message: "The schema of OpenAPI 3.0 allows no extensions of an encoding.",
    apply(object) {
      const encoding = memberOf(object, "encoding");
      if (!isObject(encoding)) return object;
      const bare = mapMembers(encoding, withoutExtensions);
      return bare === encoding ? object : editMembers(object, { encoding: bare });
    },
  },
  examples: [
    {
      newer: { encoding: { a: { contentType: "text/csv", "x-b": 1 }, "x-c": {} } },
      older: { encoding: { a: { contentType: "text/csv" }, "x-c": {} } },
      ways: "down",
    },
  ],
};
