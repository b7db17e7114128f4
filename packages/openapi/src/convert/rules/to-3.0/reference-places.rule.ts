import { makeReferenceRule } from "../reference-places.ts";
import { places30 } from "../renamed-places.ts";

export const referencePlaces30 = makeReferenceRule(places30, [
  {
    newer: { $ref: "#/components/schemas/A/properties/$defs/$defs/b" },
    older: { $ref: "#/components/schemas/A/properties/$defs/x-lintel-defs/b" },
  },
  {
    newer: { $ref: "#/components/pathItems/pathItems" },
    older: { $ref: "#/components/x-lintel-path-items/pathItems" },
  },
]);
