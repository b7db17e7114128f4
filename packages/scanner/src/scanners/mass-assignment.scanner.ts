import { isObject, type JsonObject } from "@lintel/json/value";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { findBaseline, withJson } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const references = [
  "https://owasp.org/API-Security/editions/2023/en/0xa3-broken-object-property-level-authorization/",
];

const escalation: Guidance = {
  id: "SVC05002",
  name: "RoleCanBeSet",
  title: "A request can set its own role",
  severity: "critical",
  owasp: "API5:2023",
  cwe: [269, 915],
  description:
    "A member of the body that the document does not name sets the role or the rights of a record, and the answer shows the new value.",
  remediation:
    "Copy the members that a caller may set by name, refuse others with 400, and keep roles in an operation of their own.",
  references,
};

const assignment: Guidance = {
  id: "SVC03003",
  name: "MassAssignment",
  title: "A request can set members that it should not",
  severity: "medium",
  owasp: "API3:2023",
  cwe: [915],
  description:
    "A member of the body that the document does not name, or names as read-only, is stored, and the answer shows the new value.",
  remediation: "Copy the members that a caller may set by name, and refuse others with 400.",
  references,
};

interface Extra {
  readonly name: string;
  /** Values that differ, so that a value that was there before is not taken for a stored one. */
  readonly values: readonly [unknown, unknown];
  readonly guidance: Guidance;
}

const extras: readonly Extra[] = [
  { name: "role", values: ["admin", "manager"], guidance: escalation },
  { name: "isAdmin", values: [true, false], guidance: escalation },
  { name: "is_admin", values: [true, false], guidance: escalation },
  { name: "admin", values: [true, false], guidance: escalation },
  { name: "balance", values: [913_371, 913_372], guidance: assignment },
  { name: "credit", values: [913_371, 913_372], guidance: assignment },
  { name: "verified", values: [true, false], guidance: assignment },
  { name: "isVerified", values: [true, false], guidance: assignment },
];

export const massAssignment: Scanner = {
  id: "mass-assignment",
  title: "Mass assignment and role escalation",
  summary:
    "Adds members to bodies that the schema does not name, such as a role, and looks for the values in the answer. Members that record the creation of the answer are left alone.",
  needs: { identities: 0, writes: true, isIntrusive: false },
  control:
    "The same request without the member shows another value, and two different values are both stored.",
  isAuthorization: false,
  guidance: [escalation, assignment],

  plan: ({ operations }) =>
    operations
      .filter(({ method, body }) => ["POST", "PUT", "PATCH"].includes(method) && body !== null)
      .map((operation) => ({ operation, requests: 2 + extras.length })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const body = readObject(baseline.draft.body?.text);
    if (body === null || !isObject(baseline.exchange.json))
      return skipped("body or answer is no JSON object");
    const found: Observation[] = [];
    for (const extra of extras) {
      if (Object.hasOwn(body, extra.name)) continue;
      const observation = await tryExtra(probe, baseline, body, extra);
      if (observation !== null) found.push(observation);
      // One flaw is one finding: who can set a role can set the rest too.
      if (observation !== null && extra.guidance === escalation) break;
    }
    return found;
  },
};

function readObject(text: string | undefined): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** The member in the answer or in its only record. */
function findMember(json: unknown, name: string): unknown {
  if (!isObject(json)) return undefined;
  if (Object.hasOwn(json, name)) return json[name];
  const inner = Object.values(json).filter(isObject);
  return inner.length === 1 ? inner[0]?.[name] : undefined;
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
  baseline: WorkingBaseline,
  body: JsonObject,
  { name, values, guidance }: Extra,
): Promise<Observation | null> {
  const { operation, draft, exchange } = baseline;
  const attacks: Labelled[] = [];
  for (const [at, value] of values.entries()) {
    const changed = { ...vary(body, `${probe.word(name).slice(0, 6)}${at}`), [name]: value };
    const answer: Exchange = await probe.repeat(baseline, withJson(draft, changed));
    if (!isGranted(answer) || findMember(answer.json, name) !== value) return null;
    attacks.push({ label: `With ${name} = ${JSON.stringify(value)}`, exchange: answer });
  }
  return {
    kind: "finding",
    guidance,
    place: { location: "body", name: `/${name}` },
    description: `${operation.id} stores ${name}, which the caller sent.`,
    proof: { controls: [{ label: `Without ${name}`, exchange }], attacks },
  };
}
