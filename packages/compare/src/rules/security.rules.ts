import type { Rule } from "../model/rule.types.ts";

const key = { type: "apiKey", in: "header", name: "X-Key" };
const oauth = {
  type: "oauth2",
  flows: {
    clientCredentials: {
      tokenUrl: "https://a.example/token",
      scopes: { read: "Read", write: "Write" },
    },
  },
};
const endpoint = { get: { responses: { "200": { description: "Done" } } } };
const secured = (security: readonly object[], schemes: object = { key, oauth }) => ({
  paths: { "/a": endpoint },
  components: { securitySchemes: schemes },
  security,
});

/** What a caller has to prove. */
export const securityRules = {
  required: {
    name: "security-required",
    summary: "Callers that had to prove nothing have to.",
    says: "{after} is now required, where nothing was.",
    effect: "narrows",
    severity: "breaking",
    reason: "Callers without it are refused.",
    example: { of: "document", before: secured([]), after: secured([{ key: [] }]) },
  },
  dropped: {
    name: "security-dropped",
    summary: "Callers may prove nothing.",
    says: "Nothing is required any longer, where {before} was.",
    effect: "widens",
    severity: "info",
    reason: "Callers are served as before; check that this is meant.",
    example: { of: "document", before: secured([{ key: [] }]), after: secured([{ key: [] }, {}]) },
  },
  alternativeRemoved: {
    name: "security-alternative-removed",
    summary: "A way to prove who calls is no longer taken, or asks for more.",
    says: "{before} no longer suffices; {after} is required.",
    effect: "narrows",
    severity: "breaking",
    reason: "Callers that prove themselves by it alone are refused.",
    example: {
      of: "document",
      before: secured([{ key: [] }, { oauth: ["read"] }]),
      after: secured([{ oauth: ["read"] }]),
    },
  },
  alternativeAdded: {
    name: "security-alternative-added",
    summary: "A further way to prove who calls is taken.",
    says: "{after} suffices as well.",
    effect: "neutral",
    severity: "info",
    reason: "Callers may stay with theirs.",
    example: {
      of: "document",
      before: secured([{ key: [] }]),
      after: secured([{ key: [] }, { oauth: ["read"] }]),
    },
  },
  scopeAdded: {
    name: "security-scope-added",
    summary: "A further scope is required.",
    says: "{name} asks for the further scopes {after}.",
    effect: "narrows",
    severity: "breaking",
    reason: "Tokens without it are refused.",
    example: {
      of: "document",
      before: secured([{ oauth: ["read"] }]),
      after: secured([{ oauth: ["read", "write"] }]),
    },
  },
  scopeRemoved: {
    name: "security-scope-removed",
    summary: "A scope is no longer required.",
    says: "{name} no longer asks for the scopes {before}.",
    effect: "widens",
    severity: "info",
    reason: "Tokens that have it still serve.",
    example: {
      of: "document",
      before: secured([{ oauth: ["read", "write"] }]),
      after: secured([{ oauth: ["read"] }]),
    },
  },
  schemeChanged: {
    name: "security-scheme-changed",
    summary: "A way to prove who calls works otherwise.",
    says: "The security scheme {name} changes from {before} to {after}.",
    effect: "shifts",
    severity: "breaking",
    reason: "Callers that prove themselves as before are refused.",
    example: {
      of: "document",
      before: secured([{ key: [] }], { key }),
      after: secured([{ key: [] }], { key: { ...key, in: "query" } }),
    },
  },
  schemeRemoved: {
    name: "security-scheme-removed",
    summary: "A security scheme is gone that an operation still asks for.",
    says: "The security scheme {name} is removed, and still required.",
    effect: "shifts",
    severity: "breaking",
    reason: "Callers are no longer told how to prove who they are.",
    example: {
      of: "document",
      before: secured([{ key: [] }], { key }),
      after: secured([{ key: [] }], {}),
    },
  },
} as const satisfies Record<string, Rule>;
