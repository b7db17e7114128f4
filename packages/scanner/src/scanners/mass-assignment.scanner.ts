import { isObject, type JsonObject } from "@lintel/json/value";
import { assignment, escalation } from "./assignable-guidance.ts";
import {
  findMember,
  findOwnRead,
  listAnswered,
  maxAnswered,
  readBack,
  type Extra,
} from "./assignable.ts";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { readJsonBody } from "../traffic/read-body.ts";
import { findBaseline, withJson } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const isOne = { values: [true, false], guidance: escalation } as const;
const isAmount = { values: [913_371, 913_372], guidance: assignment } as const;
const isFlag = { values: [true, false], guidance: assignment } as const;

const extras: readonly Extra[] = [
  { name: "role", values: ["admin", "manager"], guidance: escalation },
  { name: "isAdmin", ...isOne },
  { name: "is_admin", ...isOne },
  { name: "admin", ...isOne },
  { name: "balance", ...isAmount },
  { name: "credit", ...isAmount },
  { name: "verified", ...isFlag },
  { name: "isVerified", ...isFlag },
];

export const massAssignment: Scanner = {
  id: "mass-assignment",
  title: "Mass assignment and role escalation",
  summary:
    "Adds members to bodies that the schema does not name, such as a role, and members that only answers have, and looks for the values in the answer and in the record that is read back. Members that record the creation of the answer are left alone.",
  needs: { identities: 0, writes: true, isIntrusive: false },
  control:
    "The same request without the member shows another value, and two different values are both stored. A member of an invented name must not be repeated where nothing reads the record back, or where it has no id, such as PATCH /me; there, a role that was another one before counts all the same.",
  isAuthorization: false,
  guidance: [escalation, assignment],

  plan: ({ operations }) =>
    operations
      .filter(({ method, body }) => ["POST", "PUT", "PATCH"].includes(method) && body !== null)
      .map((operation) => ({ operation, requests: 8 + extras.length + maxAnswered })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const body = readJsonBody(baseline.draft);
    if (body === null || !isObject(baseline.exchange.json))
      return skipped("body or answer is no JSON object");
    const found: Observation[] = [];
    let doubt: Observation | null = null;
    const ownRead = findOwnRead(probe.surface, operation);
    const reading = ownRead === null ? null : await probe.baseline(ownRead, baseline.identity);
    const before = reading?.works === true ? reading.exchange.json : undefined;
    const given = [...extras, ...listAnswered(probe.surface, baseline, body)];
    for (const extra of given.filter(({ name }) => !Object.hasOwn(body, name))) {
      const observation = await tryExtra(probe, { baseline, body, before }, extra);
      if (observation?.kind === "unconfirmed") {
        doubt ??= observation;
        continue;
      }
      if (observation !== null) found.push(observation);
      // One flaw is one finding: who can set a role can set the rest too.
      if (observation !== null && extra.guidance === escalation) return [observation];
    }
    if (found.length > 0 || doubt?.kind !== "unconfirmed") return found;
    return [doubt, ...skipped(doubt.reason)];
  },
};

interface Assigned {
  readonly baseline: WorkingBaseline;
  readonly body: JsonObject;
  /** The record before the first attack, where its own path reads it. */
  readonly before: unknown;
}

/** Unique values, such as an address, must differ from those of the first request. */
const vary = (body: JsonObject, turn: string): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === "string" && /mail|user(?:name)?$|slug|login/i.test(name)
        ? value.replace(/^[^@]*/, (start) => `${start}${turn}`)
        : value,
    ]),
  );

async function tryExtra(
  probe: Probe,
  { baseline, body, before }: Assigned,
  { name, values, guidance }: Extra,
): Promise<Observation | null> {
  const { operation, draft, exchange, identity } = baseline;
  const send = (turn: string, added: Readonly<Record<string, unknown>>): Promise<Exchange> =>
    probe.send(
      withJson(draft, { ...vary(body, probe.word(`${name} ${turn}`).slice(0, 6)), ...added }),
      identity,
    );
  const attacks: Labelled[] = [];
  const controls: Labelled[] = [{ label: `Without ${name}`, exchange }];
  for (const [at, value] of values.entries()) {
    const answer = await send(String(at), { [name]: value });
    if (!isGranted(answer) || findMember(answer.json, name) !== value) return null;
    attacks.push({ label: `With ${name} = ${JSON.stringify(value)}`, exchange: answer });
    const stored = await readBack(probe, baseline, answer);
    if (stored !== null && findMember(stored.json, name) !== value) return null;
    if (stored !== null) attacks.push({ label: "The record, read back", exchange: stored });
  }
  const isStored = attacks.length > values.length;
  if (!isStored || before !== undefined) {
    const invented = `x${probe.word("member")}`;
    const answer = await send("invented", { [invented]: invented });
    const stored = await readBack(probe, baseline, answer);
    const repeated = findMember((stored ?? answer).json, invented) === invented;
    const former = findMember(before, name);
    const hasChangedRole =
      isStored && guidance === escalation && former !== undefined && former !== values[0];
    if (isStored && former !== undefined) await send("former", { [name]: former });
    if (repeated && !hasChangedRole)
      return { kind: "unconfirmed", guidance, place: placeOf(name), reason: repeats };
    controls.push({ label: "With a member of an invented name", exchange: answer });
  }
  return {
    kind: "finding",
    guidance,
    place: placeOf(name),
    description: `${operation.id} stores ${name}, which the caller sent.`,
    proof: { controls, attacks },
  };
}

const placeOf = (name: string) => ({ location: "body", name: `/${name}` }) as const;

/** A target that repeats the body shows nothing of what it stores, or of what it uses. */
const repeats = "the target also returns a member of an invented name";
