import type { Extraction } from "@lintel/contract/shapes/test-case";
import type { Described } from "./described.types.ts";

/** Everything that a value can be taken from. */
export const extractionTable: Readonly<Record<Extraction["source"], Described<Extraction>>> = {
  jsonPath: {
    summary:
      "Takes the value at a JSONPath (RFC 9535) of the JSON body. A path that can select several values takes the list of them.",
    example: { name: "orderId", source: "jsonPath", path: "$.order.id" },
  },
  header: {
    summary: "Takes a header; with `pattern`, the part of it that a regular expression finds.",
    example: { name: "place", source: "header", header: "location", pattern: "/orders/(\\d+)" },
  },
  body: {
    summary:
      "Takes the whole body, or with `pattern` a part of it. `default` is taken instead of an error.",
    example: { name: "csrf", source: "body", pattern: 'name="csrf" value="([^"]+)"', default: "" },
  },
  status: {
    summary: "Takes the status code.",
    example: { name: "created", source: "status" },
  },
};
