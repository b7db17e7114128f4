import { isObject } from "@lintel/json/value";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

const introspection: Guidance = {
  id: "SVC08037",
  name: "GraphqlIntrospection",
  title: "A GraphQL endpoint shows its whole schema",
  severity: "low",
  owasp: "API8:2023",
  cwe: [200],
  description:
    "The endpoint answers the introspection query. Callers see all types and fields, also those that no client uses.",
  remediation:
    "Switch introspection off outside development, and give the schema to those who need it in another way.",
  references: [
    "https://spec.graphql.org/draft/#sec-Introspection",
    "https://cheatsheetseries.owasp.org/cheatsheets/GraphQL_Cheat_Sheet.html",
  ],
};

const isGraphql = ({ method, path }: Operation): boolean =>
  method === "POST" && /\/(?:graphql|graphiql|gql)$/i.test(path);

export const graphqlIntrospection: Scanner = {
  id: "graphql-introspection",
  title: "GraphQL introspection",
  summary:
    "Sends the introspection query to POST operations whose path ends with graphql or gql. This is all that a scan does with GraphQL.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "A query that is no GraphQL is not answered with a schema.",
  isAuthorization: false,
  guidance: [introspection],
  plan: ({ operations }, identities) =>
    operations
      .filter(isGraphql)
      .map((operation) => ({ operation, requests: 2 * (identities.length + 1) })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    if (operation.path.includes("{")) return skipped("its path has variables");
    for (const identity of [null, ...probe.identities.map(({ name }) => name)]) {
      const answer = await probe.send(
        ask(operation, "{__schema{queryType{name} types{name}}}"),
        identity,
      );
      if (identity !== null && isGranted(answer) && (await probe.isNowhere(answer, identity)))
        return skipped("the target answers alike for addresses that do not exist");
      if (!isSchema(answer)) continue;
      const nonsense = await probe.send(ask(operation, probe.word("query")), identity);
      if (isSchema(nonsense)) return skipped("it answers alike to what is no GraphQL");
      return [
        {
          kind: "finding",
          guidance: introspection,
          place: { location: "body", name: "/query" },
          description: `${operation.id} lists the types of its schema to ${identity ?? "everybody"}.`,
          proof: {
            controls: [{ label: "A query that is no GraphQL", exchange: nonsense }],
            attacks: [{ label: "The introspection query", exchange: answer }],
          },
        },
      ];
    }
    return [];
  },
};

const ask = ({ path }: Operation, query: string): RequestDraft => ({
  method: "POST",
  path,
  query: [],
  headers: [],
  body: { mediaType: "application/json", text: JSON.stringify({ query }) },
});

function isSchema(answer: Exchange): boolean {
  const data = isObject(answer.json) ? answer.json["data"] : undefined;
  const schema = isObject(data) ? data["__schema"] : undefined;
  return isGranted(answer) && isObject(schema) && Array.isArray(schema["types"]);
}
