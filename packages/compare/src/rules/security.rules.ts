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

/** Security requirements. */
export const securityRules = {
  required: {
    name: "security-required",
    summary: "Security is required where none was.",
    says: "{after} is now required; nothing was required before.",
    effect: "narrows",
    severity: "breaking",
    reason: "Callers without it are refused.",
    example: { of: "document", before: secured([]), after: secured([{ key: [] }]) },
  },
  dropped: {
    name: "security-dropped",
    summary: "Security is no longer required.",
    says: "Nothing is required any longer; {before} was required before.",
    effect: "widens",
    severity: "info",
    reason: "Callers work as before; check that this is intended.",
    example: { of: "document", before: secured([{ key: [] }]), after: secured([{ key: [] }, {}]) },
  },
  alternativeRemoved: {
    name: "security-alternative-removed",
    summary: "A security alternative is gone, or requires more.",
    says: "{before} no longer suffices; {after} is required.",
    effect: "narrows",
    severity: "breaking",
    reason: "Callers that use only this alternative are refused.",
    example: {
      of: "document",
      before: secured([{ key: [] }, { oauth: ["read"] }]),
      after: secured([{ oauth: ["read"] }]),
    },
  },
  alternativeAdded: {
    name: "security-alternative-added",
    summary: "A security alternative is new.",
    says: "{after} now suffices too.",
    effect: "neutral",
    severity: "info",
    reason: "Callers need not change.",
    example: {
      of: "document",
      before: secured([{ key: [] }]),
      after: secured([{ key: [] }, { oauth: ["read"] }]),
    },
  },
  scopeAdded: {
    name: "security-scope-added",
    summary: "A further scope is required.",
    says: "{name} now also requires the scopes {after}.",
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
    says: "{name} no longer requires the scopes {before}.",
    effect: "widens",
    severity: "info",
    reason: "Tokens with it still work.",
    example: {
      of: "document",
      before: secured([{ oauth: ["read", "write"] }]),
      after: secured([{ oauth: ["read"] }]),
    },
  },
  schemeChanged: {
    name: "security-scheme-changed",
    summary: "A security scheme changed.",
    says: "The security scheme {name} changes from {before} to {after}.",
    effect: "shifts",
    severity: "breaking",
    reason: "Callers that authenticate as before are refused.",
    example: {
      of: "document",
      before: secured([{ key: [] }], { key }),
      after: secured([{ key: [] }], { key: { ...key, in: "query" } }),
    },
  },
  schemeRemoved: {
    name: "security-scheme-removed",
    summary: "A security scheme that an operation still requires is gone.",
    says: "The security scheme {name} is removed, but still required.",
    effect: "shifts",
    severity: "breaking",
    reason: "The document no longer describes how callers authenticate.",
    example: {
      of: "document",
      before: secured([{ key: [] }], { key }),
      after: secured([{ key: [] }], {}),
    },
  },
} as const satisfies Record<string, Rule>;
