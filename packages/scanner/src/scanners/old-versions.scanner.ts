import { isList, isObject } from "@lintel/json/value";
import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Guidance } from "../findings/finding.types.ts";
import { isUndocumented } from "../surface/is-undocumented.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isMissing } from "../traffic/judge-answer.ts";
import { findBaseline } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

const oldVersion: Guidance = {
  id: "SVC09003",
  name: "OldVersionServed",
  title: "An older version of an operation still answers",
  severity: "medium",
  owasp: "API9:2023",
  cwe: [1059],
  description:
    "The same operation answers at the address of another version, which the document does not name. Older versions lack the checks that were added later.",
  remediation:
    "Close versions that are no longer supported, or document them with a date for their end and keep them patched.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa9-improper-inventory-management/",
  ],
};

const versionStep = /\/v(\d+)(?=\/)/;
const maxOlder = 3;
const prefixes = ["/v1", "/v0", "/api/v1", "/api/v0"];

/** The path at older versions, or with a version where it has none. */
function listOlder(path: string): string[] {
  const present = versionStep.exec(path)?.[1];
  if (present === undefined) return prefixes.map((prefix) => `${prefix}${path}`);
  const numbers = Array.from({ length: maxOlder }, (_, index) => Number(present) - 1 - index);
  return numbers
    .filter((number) => number >= 0)
    .map((number) => path.replace(versionStep, `/v${number}`));
}

const toUnknownVersion = (path: string): string =>
  versionStep.test(path) ? path.replace(versionStep, "/v9183") : `/v9183${path}`;

/** Operations that read a list: their form is easy to recognize. */
const readsList = ({ isWrite, method, path }: Operation): boolean =>
  !isWrite && method === "GET" && !path.includes("{") && path !== "/";

export const oldVersions: Scanner = {
  id: "old-versions",
  title: "Older versions",
  summary:
    "Asks for a few operations at older versions: at lower numbers where the path has one, else below /v1, /v0 and /api. The answer counts if it has members of the documented one.",
  needs: { identities: 0, writes: false, isIntrusive: false },
  control: "The same path at a version that no API has is refused.",
  isAuthorization: false,
  guidance: [oldVersion],

  plan: ({ operations }) =>
    operations
      .filter(readsList)
      .slice(0, 3)
      .map((operation) => ({ operation, requests: prefixes.length + 2 })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const baseline = await findBaseline(probe, operation);
    if (typeof baseline === "string") return skipped(baseline);
    const seen: Observation[] = [];
    for (const path of listOlder(operation.path)) {
      if (!isUndocumented(probe.surface, path)) continue;
      const observation = await tryVersion(probe, baseline, path);
      if (observation !== null) seen.push(observation);
      if (observation?.kind === "finding") break;
    }
    return seen;
  },
};

async function tryVersion(
  probe: Probe,
  { operation, draft, exchange, identity }: WorkingBaseline,
  path: string,
): Promise<Observation | null> {
  const older = await probe.send({ ...draft, path }, identity);
  if (isMissing(older)) return { kind: "absent", at: { method: operation.method, path } };
  if (!isGranted(older) || !sharesMembers(exchange, older)) return null;
  const unknown = { ...draft, path: toUnknownVersion(operation.path) };
  const nowhere = await probe.send(unknown, identity);
  if (isGranted(nowhere)) return null;
  return {
    kind: "finding",
    guidance: oldVersion,
    at: { method: operation.method, path },
    place: { location: "path", name: "" },
    description: `${operation.method} ${path} answers like ${operation.id}.`,
    proof: {
      controls: [
        { label: "The documented version", exchange },
        { label: "A version that no API has", exchange: nowhere },
      ],
      attacks: [{ label: "The older version", exchange: older }],
    },
  };
}

function sharesMembers({ json: left }: Exchange, { json: right }: Exchange): boolean {
  if (isList(left)) return isList(right);
  return isObject(left) && isObject(right) && Object.keys(left).some((name) => name in right);
}
