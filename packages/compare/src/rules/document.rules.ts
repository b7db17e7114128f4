import type { Rule } from "../model/rule.types.ts";

const servers = (...urls: readonly string[]) => ({
  paths: {},
  servers: urls.map((url) => ({ url })),
});
const region = (...values: readonly string[]) => ({
  paths: {},
  servers: [
    {
      url: "https://{region}.example",
      variables: { region: { default: "eu", enum: ["eu", ...values] } },
    },
  ],
});
const schemas = (...names: readonly string[]) => ({
  components: { schemas: Object.fromEntries(names.map((name) => [name, { type: "string" }])) },
});

/** Servers, the document's version, and the names of its schemas. */
export const documentRules = {
  serverAdded: {
    name: "server-added",
    summary: "The API has a new server.",
    says: "The server {name} is added.",
    effect: "neutral",
    reason: "Clients need not change.",
    example: {
      of: "document",
      before: servers("https://a.example"),
      after: servers("https://a.example", "https://b.example"),
    },
  },
  serverRemoved: {
    name: "server-removed",
    summary: "A server of the API is gone.",
    says: "The server {name} is removed.",
    effect: "narrows",
    severity: "breaking",
    reason: "Clients that call it there fail.",
    example: {
      of: "document",
      before: servers("https://a.example", "https://b.example"),
      after: servers("https://a.example"),
    },
  },
  serverVariableChanged: {
    name: "server-variable-changed",
    summary: "The values of a variable in a server's URL changed.",
    says: "The variable {name} of a server changes from {before} to {after}.",
    effect: "unclear",
    severity: "warn",
    reason: "Some URLs may no longer work.",
    example: { of: "document", before: region("us"), after: region() },
  },
  versionChanged: {
    name: "openapi-version-changed",
    summary: "The document uses another version of OpenAPI.",
    says: "The document's OpenAPI version changes from {before} to {after}.",
    effect: "documents",
    reason: "Tools that read the document have to support it.",
    example: { of: "document", before: { openapi: "3.1.0" }, after: { openapi: "3.2.0" } },
  },
  schemaAdded: {
    name: "schema-added",
    summary: "A schema is new among the components.",
    says: "The schema {name} is added.",
    effect: "neutral",
    example: { of: "document", before: schemas("A"), after: schemas("A", "B") },
  },
  schemaRemoved: {
    name: "schema-removed",
    summary: "A schema is gone from the components; its users are compared separately.",
    says: "The schema {name} is removed.",
    effect: "neutral",
    reason: "Generated clients lose its name, not what is sent.",
    example: { of: "document", before: schemas("A", "B"), after: schemas("A") },
  },
  apiVersionChanged: {
    name: "api-version-changed",
    summary: "The version of the API (`info.version`) changed.",
    says: "The version of the API changes from {before} to {after}.",
    effect: "documents",
    example: {
      of: "document",
      before: { info: { title: "T", version: "1" } },
      after: { info: { title: "T", version: "2" } },
    },
  },
  otherChanged: {
    name: "document-changed",
    summary: "Something changed that no other rule covers, such as an example that nothing uses.",
    says: "{name} changes from {before} to {after}.",
    effect: "documents",
    reason: "It has no known effect on clients.",
    example: {
      of: "document",
      before: { components: { examples: { A: { value: 1 } } } },
      after: { components: { examples: { A: { value: 2 } } } },
    },
  },
} as const satisfies Record<string, Rule>;
