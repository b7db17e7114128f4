import type { ConversionRule } from "../../model/rule.types.ts";
import { keepMembers } from "../keep-members.ts";

export const schemeMembers: ConversionRule = {
  code: "SCHEME_MEMBERS",
  summary: "OAuth metadata and deprecated schemes came with 3.2.",
  spec: "OpenAPI 3.2 §4.27 Security Scheme Object",
  kinds: ["securityScheme"],
  down: keepMembers(
    ["oauth2MetadataUrl", "deprecated"],
    "warn",
    "A security scheme of OpenAPI 3.1 has no metadata address and is never deprecated.",
  ),
  examples: [
    {
      newer: { type: "oauth2", oauth2MetadataUrl: "/a", deprecated: true, flows: {} },
      older: { type: "oauth2", flows: {} },
      ways: "down",
    },
  ],
};
