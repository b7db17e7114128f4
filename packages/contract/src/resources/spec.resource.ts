import { resource } from "../declare/resource.ts";
import { getSpec } from "../operations/spec.ts";

export const specResource = resource({
  name: "spec",
  title: "Specification",
  description: "A specification with a summary of its newest version.",
  uri: "lintel://specs/{specId}",
  mediaType: "application/json",
  operation: getSpec,
  fieldsOf: ({ specId }) => ({ specId }),
});
