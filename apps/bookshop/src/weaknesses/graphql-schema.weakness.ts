import type { Weakness } from "./weakness.ts";

export const graphqlSchema: Weakness = {
  name: "graphql-schema",
  title: "GraphQL shows its schema",
  owasp: "API8:2023",
  summary: "POST /graphql answers the introspection query, which lists all types and fields.",
  found: ["SVC08037 POST /graphql"],
  apply: () => ({ graphqlRules: [] }),
};
