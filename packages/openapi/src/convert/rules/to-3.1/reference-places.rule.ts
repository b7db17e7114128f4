import { makeReferenceRule } from "../reference-places.ts";
import { places31 } from "../renamed-places.ts";

export const referencePlaces31 = makeReferenceRule(places31, [
  {
    newer: { $ref: "#/components/mediaTypes/other/schema" },
    older: { $ref: "#/components/x-lintel-media-types/other/schema" },
  },
]);
