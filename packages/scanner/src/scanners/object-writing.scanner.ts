import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import type { Guidance } from "../findings/finding.types.ts";
import { cutAfter, findResource, listVariables } from "../surface/resources.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, showsSame } from "../traffic/judge-answer.ts";
import { toMissingItem } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

const writable: Guidance = {
  id: "SVC01002",
  name: "ObjectOfOthersWritable",
  title: "Records of others can be changed or deleted by their id",
  severity: "critical",
  owasp: "API1:2023",
  cwe: [639, 862],
  description:
    "An identity changes or deletes a record that another identity has created. The owner sees the change.",
  remediation:
    "Change and delete records by id and owner in one statement, and answer 404 where it touches none.",
  references: [
    "https://owasp.org/API-Security/editions/2023/en/0xa1-broken-object-level-authorization/",
  ],
};

export const objectWriting: Scanner = {
  id: "object-writing",
  title: "Object level authorization, writing",
  summary:
    "Lets each identity change or delete a record that another one has created during the scan, and reads it back as its owner. Records that the scan did not create are never touched.",
  needs: { identities: 2, writes: true, isIntrusive: false },
  control:
    "An id that does not exist is refused, and the owner reads the record unchanged before the attack.",
  isAuthorization: true,
  guidance: [writable],

  plan: ({ operations }, identities) =>
    identities.length < 2
      ? []
      : operations
          .filter(({ method, path }) => isChange(method) && path.endsWith("}"))
          .map((operation) => ({ operation, requests: 12 * (identities.length - 1) })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const variable = listVariables(operation.path).at(-1) ?? "";
    const itemPath = cutAfter(operation.path, variable);
    const read = findResource(probe.surface, itemPath)?.read ?? null;
    if (read === null) return skipped("no operation reads the record back");
    let reason = "no identity can create a record to attack";
    for (const owner of probe.identities) {
      for (const other of probe.identities) {
        if (other.name === owner.name || other.rank > owner.rank) continue;
        if (probe.isExpected(operation, other.name) === true) continue;
        const attacks: Attack[] = [];
        for (let turn = 0; turn < 2; turn += 1) {
          const attack = await attackItem(
            probe,
            { operation, read, itemPath },
            owner.name,
            other.name,
          );
          if (attack === null) break;
          reason = "";
          if (!attack.hasWorked) break;
          attacks.push(attack);
        }
        if (attacks.length === 2)
          return [report(operation, variable, owner.name, other.name, attacks)];
      }
    }
    return reason === "" ? [] : skipped(reason);
  },
};

const isChange = (method: string): boolean => ["PUT", "PATCH", "DELETE"].includes(method);

interface Attack {
  readonly hasWorked: boolean;
  readonly attacks: readonly Labelled[];
  readonly controls: readonly Labelled[];
}

interface Target {
  readonly operation: Operation;
  readonly read: Operation;
  readonly itemPath: string;
}

/** Creates a record, attacks it, and reads it back. Null if no record could be created. */
async function attackItem(
  probe: Probe,
  { operation, read, itemPath }: Target,
  owner: string,
  other: string,
): Promise<Attack | null> {
  const item = await probe.createItem(itemPath, owner);
  const reading = item === null ? null : await probe.baseline(read, owner);
  if (item === null || reading?.works !== true) return null;
  const readDraft = withItem(reading, item);
  const before = await probe.send(readDraft, owner);
  const change = await makeChange(probe, operation, reading, item, owner);
  if (change === null || !isGranted(before)) return null;
  const nowhere = await probe.send(toMissingItem(change, probe.word("item")), other);
  const attack = await probe.send(change, other);
  const after = await probe.send(readDraft, owner);
  const isChanged =
    operation.method === "DELETE"
      ? !isGranted(after)
      : !showsSame(before, after) || before.text !== after.text;
  return {
    hasWorked: isGranted(attack) && isChanged && !isGranted(nowhere),
    controls: [
      { label: `${owner} reads the record before`, exchange: before },
      { label: "An id that does not exist", exchange: nowhere },
    ],
    attacks: [
      { label: `${other} sends ${operation.method} for the record of ${owner}`, exchange: attack },
      { label: `${owner} reads the record after`, exchange: after },
    ],
  };
}

/** The change as the owner could make it; a DELETE needs no body. */
async function makeChange(
  probe: Probe,
  operation: Operation,
  reading: WorkingBaseline,
  item: Bound,
  owner: string,
): Promise<RequestDraft | null> {
  if (operation.method === "DELETE")
    return { ...withItem(reading, item), method: "DELETE", query: [], headers: [], body: null };
  const baseline = await probe.baseline(operation, owner);
  return baseline.works ? withItem(baseline, item) : null;
}

function report(
  operation: Operation,
  variable: string,
  owner: string,
  other: string,
  found: readonly Attack[],
): Observation {
  const verb = operation.method === "DELETE" ? "deletes" : "changes";
  return {
    kind: "finding",
    guidance: writable,
    place: { location: "path", name: variable },
    description: `${other} ${verb} a record that ${owner} created, with ${operation.id}.`,
    proof: {
      controls: found.flatMap(({ controls }) => controls),
      attacks: found.flatMap(({ attacks }) => attacks),
    },
  };
}
