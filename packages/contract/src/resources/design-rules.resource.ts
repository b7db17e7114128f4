import { resource } from "../declare/resource.ts";
import { getDesignRules } from "../operations/design-settings.ts";

export const designRulesResource = resource({
  name: "design_rules",
  title: "Design rules",
  description:
    "Every rule that designs are held against: what it asks for, why, and how severe it is here.",
  uri: "lintel://design-rules",
  mediaType: "application/json",
  operation: getDesignRules,
  fieldsOf: () => ({}),
});
