import { resource } from "../declare/resource.ts";
import { getSpec } from "../operations/spec.ts";

export const specResource = resource({
  name: "spec",
  title: "Specification",
  description: "A specification with what its newest version is.",
  uri: "lintel://specs/{specId}",
  mediaType: "application/json",
  operation: getSpec,
  fieldsOf: ({ specId }) => ({ specId }),
});
