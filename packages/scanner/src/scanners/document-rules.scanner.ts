import type { Guidance } from "../findings/finding.types.ts";
import { listSecurityGaps, type SecurityRule } from "../surface/list-security-gaps.ts";
import type { Observation, Scanner } from "./scanner.types.ts";

const common = {
  severity: "info",
  owasp: "API8:2023",
  cwe: [1059],
  references: [
    "https://spec.openapis.org/oas/v3.2.0.html#security-requirement-object",
    "https://owasp.org/API-Security/editions/2023/en/0xa8-security-misconfiguration/",
  ],
} as const;

const securityDefined: Guidance = {
  ...common,
  id: "SVC08101",
  name: "SecurityNotDocumented",
  title: "Operations do not say which credential they need",
  description:
    "Rule security-defined of lint: operations have no security requirement, or name a scheme that does not exist. Nobody knows what is open on purpose.",
  remediation:
    "Name the security of each operation, or of the whole document, and write an empty list where none is needed.",
};

const scopesDefined: Guidance = {
  ...common,
  id: "SVC08102",
  name: "ScopesNotDocumented",
  title: "Operations ask for scopes that no security scheme has",
  description:
    "Rule security-scopes-defined of lint: nobody can be granted a scope that is not declared. Either the name is wrong, or the scope is not checked.",
  remediation: "Declare the scopes in the flows of the security scheme, or correct their names.",
};

/** The rules of lint that concern security, each with the one guidance of its findings. */
const rules: ReadonlyMap<SecurityRule, Guidance> = new Map<SecurityRule, Guidance>([
  ["security-defined", securityDefined],
  ["security-scopes-defined", scopesDefined],
]);

export const documentRules: Scanner = {
  id: "document-rules",
  title: "Rules of the document",
  summary:
    "Holds the document against the rules of lint that concern security. What breaks one rule is one finding, however often it does. It sends nothing.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "None is needed: the document itself is what is found.",
  isAuthorization: false,
  guidance: [securityDefined, scopesDefined],
  plan: ({ operations }) => operations.slice(0, 1).map((operation) => ({ operation, requests: 0 })),

  async run(_check, { surface }): Promise<readonly Observation[]> {
    const gaps = listSecurityGaps(surface.document);
    return [...rules].flatMap(([rule, guidance]): Observation[] => {
      const own = gaps.filter((one) => one.rule === rule);
      const [first] = own;
      if (first === undefined) return [];
      const count = own.length === 1 ? "One place" : `${own.length} places`;
      return [
        {
          kind: "finding",
          guidance,
          isHostWide: true,
          place: { location: "host", name: rule },
          description: `${count}; the first: ${first.message}.`,
          proof: { controls: [], attacks: [] },
        },
      ];
    });
  },
};
