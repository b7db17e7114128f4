import { isList, isObject, memberOf, type Json } from "@lintel/json/value";
import { editMembers, mapMembers } from "../../model/edit-members.ts";
import type { ConversionRule, RuleContext } from "../../model/rule.types.ts";

/** Schemes whose requirements list scopes in every version; an unknown scheme is not changed. */
const scoped: ReadonlySet<string | null> = new Set(["oauth2", "openIdConnect", null]);

const withoutRoles = (requirement: Json, context: RuleContext) =>
  isObject(requirement)
    ? mapMembers(requirement, (roles, name) =>
        isList(roles) && roles.length > 0 && !scoped.has(context.schemeType(name)) ? [] : roles,
      )
    : requirement;

export const securityRoles: ConversionRule = {
  code: "SECURITY_ROLES",
  summary: "Only schemes of OAuth 2 and OpenID Connect list anything in a requirement of 3.0.",
  spec: "OpenAPI 3.1 §4.8.30 Security Requirement Object",
  kinds: ["document", "operation"],
  down: {
    watches: ["security"],
    severity: "warn",
    message: "OpenAPI 3.0 has no roles for this scheme: the requirement names only the scheme.",
    isContextual: true,
    apply(object, context) {
      const security = memberOf(object, "security");
      if (!isList(security)) return object;
      const bare = security.map((requirement) => withoutRoles(requirement, context));
      const isSame = bare.every((requirement, at) => requirement === security[at]);
      return isSame ? object : editMembers(object, { security: bare });
    },
  },
  examples: [
    {
      newer: {
        paths: {},
        security: [{ key: ["admin"] }],
        components: { securitySchemes: { key: { type: "apiKey" } } },
      },
      older: {
        paths: {},
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "apiKey" } } },
      },
      ways: "down",
    },
  ],
};
