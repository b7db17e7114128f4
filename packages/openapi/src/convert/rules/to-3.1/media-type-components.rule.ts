import { makeRenameRule } from "../rename-rule.ts";
import { mediaTypesPlace } from "../renamed-places.ts";

export const mediaTypeComponents = makeRenameRule(mediaTypesPlace, {
  summary: "Media types among the components are an extension before 3.2.",
  spec: "OpenAPI 3.2 §4.7 Components Object",
  examples: [{ newer: { mediaTypes: { a: {} } }, older: { "x-lintel-media-types": { a: {} } } }],
});
