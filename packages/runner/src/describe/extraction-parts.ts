import type { Extraction } from "@lintel/contract/shapes/test-case";
import type { Described } from "./described.types.ts";

/** Every source of an extraction. */
export const extractionTable: Readonly<Record<Extraction["source"], Described<Extraction>>> = {
  jsonPath: {
    summary:
      "Takes the value at a JSONPath (RFC 9535) of the JSON body. A path that can select several values gives the list of them.",
    example: { name: "orderId", source: "jsonPath", path: "$.order.id" },
  },
  header: {
    summary: "Takes a header or, with `pattern`, the part of it that a regular expression matches.",
    example: { name: "place", source: "header", header: "location", pattern: "/orders/(\\d+)" },
  },
  body: {
    summary:
      "Takes the whole body or, with `pattern`, a part of it. With `default`, a missing value is not an error.",
    example: { name: "csrf", source: "body", pattern: 'name="csrf" value="([^"]+)"', default: "" },
  },
  status: {
    summary: "Takes the status code.",
    example: { name: "created", source: "status" },
  },
};
