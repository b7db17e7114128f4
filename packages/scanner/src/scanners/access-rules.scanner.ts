import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { ScanProfile } from "../model/scan.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { findBaseline, withHeader } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const broken: Guidance = {
  id: "SVC05003",
  name: "AccessRuleBroken",
  title: "An identity calls an operation that is refused to it",
  severity: "high",
  owasp: "API5:2023",
  cwe: [285, 863],
  description:
    "An access rule says that the identity must not call the operation. The operation answers it with success.",
  remediation:
    "Check the right of the caller before the operation does anything, and answer 403. If the access is meant, correct the access rule.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa5-broken-function-level-authorization/",
  ],
};

export const accessRules: Scanner = {
  id: "access-rules",
  title: "Access rules",
  summary:
    "Calls each operation as every identity to which an access rule refuses it: with the identity's own records, and with a request that works for another one.",
  needs: { identities: 1, writes: "some", isIntrusive: false },
  control: "With an invented credential, the operation refuses the same request.",
  isAuthorization: true,
  guidance: [broken],

  explainIdle: (_identities, { accessRules: rules }) =>
    rules.some(({ isAllowed }) => !isAllowed)
      ? undefined
      : "the configuration has no access rule that refuses an operation",

  plan: ({ operations }, identities, profile) =>
    operations
      .map((operation) => ({
        operation,
        requests: 4 * listRefused(profile, operation, identities).length,
      }))
      .filter(({ requests }) => requests > 0),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const refused = listRefused(probe.profile, operation, probe.identities);
    let reason = "";
    for (const { name } of refused) {
      const tried = await callAs(probe, operation, name);
      if (typeof tried === "string") reason = tried;
      else if (tried !== null) return [tried];
    }
    return reason === "" ? [] : skipped(reason);
  },
};

/** The identities to which access rules refuse an operation. */
const listRefused = <T extends { readonly name: string }>(
  { accessRules: rules }: ScanProfile,
  { id, operationId }: Operation,
  identities: readonly T[],
): readonly T[] =>
  identities.filter(({ name }) =>
    rules.some(
      (rule) =>
        !rule.isAllowed &&
        rule.identity === name &&
        (rule.operation === id || rule.operation === operationId),
    ),
  );

/** @returns null if the identity is refused, and a text if that was not tested */
async function callAs(
  probe: Probe,
  operation: Operation,
  name: string,
): Promise<Observation | string | null> {
  const own = await probe.baseline(operation, name);
  if (own.works) return prove(probe, own, own.exchange);
  // A request that was refused for its content says nothing: another one may be accepted.
  if (own.exchange !== null && isRefused(own.exchange) && own.exchange.status !== 404) return null;
  const others = probe.identities.filter((one) => one.name !== name);
  const other = operation.isWrite ? own.reason : await findBaseline(probe, operation, others);
  if (typeof other === "string") return `it was not tested as ${name}: ${other}`;
  const first = await probe.send(other.draft, name);
  return isGranted(first) ? prove(probe, { ...other, identity: name }, first) : null;
}

async function prove(
  probe: Probe,
  baseline: WorkingBaseline,
  first: Exchange,
): Promise<Observation | string> {
  const { operation, draft, identity } = baseline;
  const invented = withHeader(draft, "Authorization", `Bearer ${probe.word("none")}`);
  const control = await probe.send(invented, null);
  // What is open to everybody is a matter of authentication, and reported as such.
  if (!isRefused(control)) return "it does not refuse an invented credential";
  const second = await probe.send(draft, identity);
  if (!isGranted(second)) return `it worked only once as ${identity}`;
  return {
    kind: "finding",
    guidance: broken,
    place: { location: "path", name: "" },
    description: `${identity} calls ${operation.id}, which an access rule refuses.`,
    proof: {
      controls: [{ label: "With an invented token", exchange: control }],
      attacks: [
        { label: `The request as ${identity}`, exchange: first },
        { label: `The request as ${identity}, again`, exchange: second },
      ],
    },
  };
}
