import { resource } from "../declare/resource.ts";
import { getDesignRules } from "../operations/design-settings.ts";

export const designRulesResource = resource({
  name: "design_rules",
  title: "Design rules",
  description:
    "Every rule that designs are checked against: what it requires, why, and its severity.",
  uri: "lintel://design-rules",
  mediaType: "application/json",
  operation: getDesignRules,
  fieldsOf: () => ({}),
});
