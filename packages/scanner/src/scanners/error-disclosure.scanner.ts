import type { Guidance } from "../findings/finding.types.ts";
import { isJsonType } from "../surface/read-inputs.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import { findBaseline, withQuery } from "./probing.ts";
import { skipped, type Labelled, type Observation, type Scanner } from "./scanner.types.ts";

const internals: Guidance = {
  id: "SVC08020",
  name: "InternalsInErrors",
  title: "Errors show how the API is built",
  severity: "low",
  owasp: "API8:2023",
  cwe: [209],
  description:
    "The answer to an invalid request contains a stack trace, a query or a path of the server. An attacker learns libraries, versions and tables from it.",
  remediation: "Log the details under an id, and answer with that id and a text for the caller.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa8-security-misconfiguration/",
    "https://www.rfc-editor.org/rfc/rfc9457",
  ],
};

/** Traces of languages and databases, as they appear in texts of errors. */
const traces: readonly RegExp[] = [
  /\bat [\w$.<>[\] ]{1,80} \(?(?:file:\/\/|node:|\/|[A-Z]:\\)[^)\n]{1,200}:\d+:\d+\)?/,
  /Traceback \(most recent call last\)/,
  /File "[^"\n]{1,200}", line \d+/,
  /\bat [a-z][\w.$]{1,120}\([\w$]{1,60}\.(?:java|kt|scala):\d+\)/,
  /\bin [\w\\/.:-]{1,200}\.cs:line \d+/,
  /\.(?:php|rb)(?::| on line )\d+/,
  /goroutine \d+ \[running\]/,
  /SQLSTATE\[|ORA-\d{5}|You have an error in your SQL syntax|syntax error at or near/,
];

export const errorDisclosure: Scanner = {
  id: "error-disclosure",
  title: "Disclosure in errors",
  summary:
    "Sends invalid values of the query to reads, and to POST, PUT and PATCH a JSON body that ends too early, and looks for stack traces, queries and paths in the answers. Operations that the scan may not call get neither.",
  needs: { identities: 0, writes: "some", isIntrusive: false },
  control: "The answer to the valid request must not contain the same text.",
  isAuthorization: false,
  guidance: [internals],

  plan: ({ operations }) =>
    operations
      .filter((operation) =>
        operation.isWrite ? hasJson(operation) : listTypedQueries(operation).length > 0,
      )
      .map((operation) => ({ operation, requests: operation.isWrite ? 1 : 2 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const { draft, exchange, identity } = baseline;
    const attacks: Labelled[] = [];
    for (const [label, broken] of listBroken(operation, draft)) {
      const answer = await probe.send(broken, identity);
      const trace = traces.find((one) => one.test(answer.text) && !one.test(exchange.text));
      if (trace !== undefined) attacks.push({ label, exchange: answer });
    }
    if (attacks.length === 0) return [];
    return [
      {
        kind: "finding",
        guidance: internals,
        place: { location: "host", name: "" },
        isHostWide: true,
        description: `Seen with ${operation.id}, which got an invalid request.`,
        proof: { controls: [{ label: "The valid request", exchange }], attacks },
      },
    ];
  },
};

const hasJson = ({ method, body }: Operation): boolean =>
  ["POST", "PUT", "PATCH"].includes(method) && body !== null && isJsonType(body.mediaType);

const listTypedQueries = ({ parameters }: Operation): string[] =>
  parameters.filter((one) => one.in === "query").map(({ name }) => name);

function listBroken(operation: Operation, draft: RequestDraft): [string, RequestDraft][] {
  if (!operation.isWrite) return listBrokenQueries(operation, draft);
  const mediaType = draft.body?.mediaType ?? "application/json";
  // No parser accepts it, so that nothing is changed.
  return [["The JSON ends too early", { ...draft, body: { mediaType, text: '{"a":' } }]];
}

const listBrokenQueries = (operation: Operation, draft: RequestDraft): [string, RequestDraft][] =>
  listTypedQueries(operation)
    .slice(0, 1)
    .flatMap((name): [string, RequestDraft][] => [
      [`${name} is a quote and a bracket`, withQuery(draft, name, `'"[`)],
      [
        `${name} is a list`,
        { ...draft, query: [...draft.query, [`${name}[]`, "1"], [name, "\u0000"]] },
      ],
    ]);
