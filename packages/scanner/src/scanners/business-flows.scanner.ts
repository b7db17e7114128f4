import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { listFlows, takeStep, type KnownFlow, type Taken } from "./flow-steps.ts";
import { findBaseline } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const references = [
  "https://owasp.org/API-Security/editions/2023/en/0xa6-unrestricted-access-to-sensitive-business-flows/",
];
const common = { owasp: "API6:2023", references } as const;

const overLimit: Guidance = {
  ...common,
  id: "SVC06001",
  name: "FlowLimitNotEnforced",
  title: "A business flow can be repeated beyond its limit",
  severity: "medium",
  cwe: [770, 799],
  description:
    "The profile says how often an identity may begin the flow for one thing. The API allows one time more. Bots buy up stock, collect bonuses or write reviews without end.",
  remediation:
    "Count in the database, within the transaction that takes the step, and refuse what is over the limit.",
};

const stepSkipped: Guidance = {
  ...common,
  id: "SVC06002",
  name: "FlowStepSkipped",
  title: "A step of a business flow can be left out",
  severity: "high",
  cwe: [841],
  description:
    "A step works although the one before it was not taken, such as a delivery without a payment.",
  remediation:
    "Keep the state of the flow on the server, and let each step check that the state allows it.",
};

export const businessFlows: Scanner = {
  id: "business-flows",
  title: "Business flows",
  summary:
    "Takes the flows that the profile declares: more often than their limit, and without one of their steps. A write is a step only where the profile allows it, as everywhere.",
  needs: { identities: 1, writes: true, isIntrusive: false },
  control:
    "In its order, the whole flow works; the step is refused for an item that does not exist. A repetition that returns the same record does not count.",
  isAuthorization: false,
  isAboutLimits: true,
  turn: "beforeWrites",
  guidance: [overLimit, stepSkipped],

  explainIdle: (_identities, { flows = [] }) =>
    flows.length === 0 ? "the configuration declares no business flow" : undefined,

  plan: (surface, _identities, profile) => {
    const flows = listFlows(surface, profile);
    return surface.operations
      .map((operation) => ({ operation, requests: countRequests(flows, operation) }))
      .filter(({ requests }) => requests > 0);
  },

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const found: (Observation | string)[] = [];
    for (const flow of listFlows(probe.surface, probe.profile)) {
      const at = flow.operations.indexOf(operation);
      if (at === 0 && flow.limit !== undefined)
        found.push(...(await tryLimit(probe, flow, flow.limit)));
      if (at >= 2) found.push(...(await tryWithout(probe, flow, at)));
    }
    const reason = found.find((one) => typeof one === "string");
    const findings = found.filter((one) => typeof one !== "string");
    return findings.length === 0 && reason !== undefined ? skipped(reason) : findings;
  },
};

function countRequests(flows: readonly KnownFlow[], operation: Operation): number {
  const counts = flows.map(({ operations, limit = 0 }) => {
    const at = operations.indexOf(operation);
    return at === 0 ? limit : at < 2 ? 0 : 3 * (at + 1) + 1;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

type Found = readonly (Observation | string)[];

/** The baseline is the first time, so that as many times as the limit is once too often. */
async function tryLimit(
  probe: Probe,
  { name, operations }: KnownFlow,
  limit: number,
): Promise<Found> {
  const [first] = operations;
  const baseline = first === undefined ? "it has no step" : await findBaseline(probe, first);
  if (typeof baseline === "string") return [baseline];
  const { operation, draft, exchange, identity } = baseline;
  let last = exchange;
  for (let time = 0; time < limit; time += 1) {
    const before = last;
    last = await probe.send(draft, identity);
    if (!isGranted(last) || isSameRecord(before, last)) return [];
  }
  return [
    {
      kind: "finding",
      guidance: overLimit,
      place: { location: "path", name: "" },
      description: `${identity} calls ${operation.id} ${limit + 1} times for one thing; the flow ${name} allows ${limit}.`,
      proof: {
        controls: [{ label: "The first time", exchange }],
        attacks: [{ label: `Time number ${limit + 1}`, exchange: last }],
      },
    },
  ];
}

/** An operation that is safe to repeat answers with the record that exists. */
const isSameRecord = (left: Exchange, right: Exchange): boolean =>
  left.text === right.text &&
  headerOf(left.responseHeaders, "location") === headerOf(right.responseHeaders, "location");

/** Leaves out the step before the one at an index, twice, and then takes the flow in its order. */
async function tryWithout(probe: Probe, flow: KnownFlow, at: number): Promise<Found> {
  const [first, ...later] = flow.operations.slice(0, at + 1);
  const operation = later.at(-1);
  if (first === undefined || operation === undefined) return [];
  const refusal = later.map((one) => probe.refuseCall(one)).find((one) => one !== null);
  if (refusal !== undefined)
    return [`a step of the flow ${flow.name} may not be called: ${refusal}`];
  const baseline = await findBaseline(probe, first);
  if (typeof baseline === "string") return [baseline];
  const walk = (steps: readonly Operation[]) => walkThrough(probe, baseline, steps);
  const without = later.toSpliced(-2, 1);
  const one = await walk(without);
  // The flow is enforced where the step itself is refused; an earlier refusal says nothing.
  if ("reason" in one) return one.step === operation ? [] : [one.reason];
  const two = await walk(without);
  const inOrder = "reason" in two ? two : await walk(later);
  if ("reason" in two || "reason" in inOrder) {
    const reason = "reason" in two ? two.reason : "reason" in inOrder ? inOrder.reason : "";
    const place = { location: "path", name: "" } as const;
    return [{ kind: "unconfirmed", guidance: stepSkipped, place, reason }];
  }
  const last = one.answers.at(-1);
  const missing =
    last !== undefined && /^\d+$/.test(readLastId(operation, last))
      ? "987654321"
      : probe.word("item");
  const nowhere = await takeStep(probe, operation, one, missing);
  const proof = [inOrder.answers.at(-1), nowhere, last, two.answers.at(-1)];
  const [whole, nothing, attack, again] = proof;
  if (!whole || !nothing || !attack || !again || isGranted(nothing)) return [];
  const skippedStep = later.at(-2)?.id ?? "";
  return [
    {
      kind: "finding",
      guidance: stepSkipped,
      place: { location: "path", name: "" },
      description: `${operation.id} works without ${skippedStep}, which the flow ${flow.name} wants before it.`,
      proof: {
        controls: [
          { label: "The whole flow in its order", exchange: whole },
          { label: "The step for an item that does not exist", exchange: nothing },
        ],
        attacks: [
          { label: `Without ${skippedStep}`, exchange: attack },
          { label: "The same with another item", exchange: again },
        ],
      },
    },
  ];
}

interface Stopped {
  /** The step that did not work. */
  readonly step: Operation;
  readonly reason: string;
}

/** Takes the first step again, and then others. */
async function walkThrough(
  probe: Probe,
  baseline: WorkingBaseline,
  steps: readonly Operation[],
): Promise<Taken | Stopped> {
  const first = await probe.renew(baseline);
  if (!first.works) return { step: baseline.operation, reason: first.reason };
  const answers: Exchange[] = [];
  for (const step of steps) {
    const answer = await takeStep(probe, step, { first, answers });
    if (answer === null)
      return { step, reason: `no step before ${step.id} gives the id that it needs` };
    if (!isGranted(answer)) return { step, reason: `${step.id} answered ${answer.status}` };
    answers.push(answer);
  }
  return { first, answers };
}

/** The id of the item in the address of a step. */
function readLastId({ path }: Operation, { url }: Exchange): string {
  const { pathname } = new URL(url);
  const after = path.slice(path.lastIndexOf("}") + 1);
  return (
    pathname
      .slice(0, pathname.length - after.length)
      .split("/")
      .at(-1) ?? ""
  );
}
