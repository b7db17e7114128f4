import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import type { FindingPlace } from "../findings/finding.types.ts";
import { listIdParameters } from "../surface/id-parameters.ts";
import { findActedOn, findItemPath, findResource } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { listChanging } from "../traffic/compare-answers.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { listDifferingChanges } from "./differing-change.ts";
import { findNamed, nameRecord } from "./named-record.ts";
import { objectWritable } from "./object-writable.ts";
import { toMissingItem } from "./probing.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

export const objectWriting: Scanner = {
  id: "object-writing",
  title: "Object level authorization, writing",
  summary:
    "Lets each identity change or delete a record that another one has created during the scan, by its id in the path or in the query, with values that differ from those of the record, or by an action such as POST /orders/{orderId}/cancel, and reads it back as its owner. Records that the scan did not create are never touched.",
  needs: { identities: 2, writes: true, isIntrusive: false },
  control:
    "An id that does not exist is refused, and the owner reads the record unchanged before the attack. Values that change with each answer do not count as a change.",
  isAuthorization: true,
  guidance: [objectWritable],

  plan: (surface, identities) =>
    identities.length < 2
      ? []
      : surface.operations
          .filter((operation) => isChange(surface, operation) && namesRecord(surface, operation))
          .map((operation) => ({ operation, requests: 16 * (identities.length - 1) })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const { itemPath, place } = findNamed(probe.surface, operation);
    const read = itemPath === null ? null : (findResource(probe.surface, itemPath)?.read ?? null);
    if (itemPath === null || read === null) return skipped("no operation reads the record back");
    let reason = "no identity can create a record to attack";
    let doubt: Observation | null = null;
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
          if (typeof attack === "string") {
            if (reason !== "") reason = attack;
            break;
          }
          reason = "";
          if (attack.isGrantedOnly) doubt = suspect(place, owner.name, other.name);
          if (!attack.hasWorked) break;
          attacks.push(attack);
        }
        if (attacks.length === 2)
          return [
            report(operation, place, {
              owner: owner.name,
              other: other.name,
              attacks,
              isOpen: await isOpen(probe, { operation, read, itemPath }, owner.name),
            }),
          ];
      }
    }
    if (doubt !== null) return [doubt];
    return reason === "" ? [] : skipped(reason);
  },
};

/** Whether the same request works without a credential. */
async function isOpen(probe: Probe, target: Target, owner: string): Promise<boolean> {
  if (!target.operation.needsCredential) return false;
  const attack = await attackItem(probe, target, owner, null);
  return attack !== null && typeof attack !== "string" && attack.hasWorked;
}

const suspect = (place: FindingPlace, owner: string, other: string): Observation => ({
  kind: "unconfirmed",
  guidance: objectWritable,
  place,
  reason: `the change by ${other} was accepted, and ${owner} reads the record unchanged`,
});

const namesRecord = (surface: Surface, operation: Operation): boolean =>
  operation.path.endsWith("}") ||
  listIdParameters(operation).length > 0 ||
  findActedOn(surface, operation) !== null;

const isChange = (surface: Surface, operation: Operation): boolean =>
  ["PUT", "PATCH", "DELETE"].includes(operation.method) || isAction(surface, operation);

/** A POST that does something with the record that it names, and creates none. */
const isAction = (surface: Surface, operation: Operation): boolean =>
  operation.method === "POST" &&
  !operation.path.endsWith("}") &&
  !operation.isAsking &&
  findItemPath(surface, operation) === null;

interface Attack {
  readonly hasWorked: boolean;
  /** The target accepted the attack, and the owner sees no effect of it. */
  readonly isGrantedOnly: boolean;
  readonly attacks: readonly Labelled[];
  readonly controls: readonly Labelled[];
}

interface Target {
  readonly operation: Operation;
  readonly read: Operation;
  readonly itemPath: string;
}

/**
 * Creates a record, attacks it, and reads it back. Null if no record could be created, and a text if
 * the attack was not tested.
 */
async function attackItem(
  probe: Probe,
  { operation, read, itemPath }: Target,
  owner: string,
  other: string | null,
): Promise<Attack | string | null> {
  const item = await probe.createItem(itemPath, owner);
  const reading = item === null ? null : await probe.baseline(read, owner);
  if (item === null || reading?.works !== true) return null;
  const refusal = probe.refuseCall(operation, [item]);
  if (refusal !== null) return refusal;
  const readDraft = withItem(reading, item);
  if (isAction(probe.surface, operation) && isGranted(await probe.send(readDraft, other)))
    return `the record is no secret of ${owner}, so that an action of others can be meant`;
  const before = await probe.send(readDraft, owner);
  const again = await probe.send(readDraft, owner);
  if (!isGranted(before) || !isGranted(again)) return null;
  const changes = await makeChanges(probe, operation, { reading, item, owner, before });
  const [first] = changes ?? [];
  if (changes === null) return null;
  if (first === undefined) return "no member of the record can be given another value";
  const missing = probe.word("item");
  if (isGranted(await probe.send(toMissingItem(readDraft, item, missing), owner)))
    return "no id is known that does not exist";
  const nowhere = await probe.send(toMissingItem(first, item, missing), other);
  let attack = await probe.send(first, other);
  for (const change of changes.slice(1)) {
    if (!isContentRefused(attack)) break;
    attack = await probe.send(change, other);
  }
  if (isContentRefused(attack)) return `the target answered ${attack.status} to the change`;
  const after = await probe.send(readDraft, owner);
  const hasEffect =
    operation.method === "DELETE"
      ? isRefused(after)
      : isGranted(after) && hasChanged(before, again, after);
  const isAccepted = isGranted(attack) && !isGranted(nowhere);
  return {
    hasWorked: isAccepted && hasEffect,
    isGrantedOnly: isAccepted && !hasEffect,
    controls: [
      { label: `${owner} reads the record before`, exchange: before },
      { label: "An id that does not exist", exchange: nowhere },
    ],
    attacks: [
      {
        label: `${other ?? "nobody"} sends ${operation.method} for the record of ${owner}`,
        exchange: attack,
      },
      { label: `${owner} reads the record after`, exchange: after },
    ],
  };
}

/** Such an answer can come before the question whose record it is. */
const isContentRefused = ({ status }: Exchange): boolean => [400, 409, 415, 422].includes(status);

/** Whether a value differs after the attack that did not differ between two reads before it. */
function hasChanged(before: Exchange, again: Exchange, after: Exchange): boolean {
  if (before.json === undefined || after.json === undefined)
    return before.text === again.text && before.text !== after.text;
  const changing = listChanging(before, again);
  return [...listChanging(before, after)].some((path) => !changing.has(path));
}

interface OwnRecord {
  readonly reading: WorkingBaseline;
  readonly item: Bound;
  readonly owner: string;
  readonly before: Exchange;
}

/**
 * Changes as the owner could make them; a DELETE, or an action without a body, needs no values. Null if
 * the owner can make none.
 */
async function makeChanges(
  probe: Probe,
  operation: Operation,
  { reading, item, owner, before }: OwnRecord,
): Promise<readonly RequestDraft[] | null> {
  const isBare = operation.method === "DELETE" || operation.body === null;
  if (isBare) {
    return [nameRecord(probe.surface, operation, reading, item)];
  }
  const baseline = await probe.baseline(operation, owner);
  if (!baseline.works) return null;
  const draft = withItem(baseline, item);
  const changes = listDifferingChanges(probe.surface, operation, draft, before.json);
  return operation.method === "POST" && changes.length === 0 ? [draft] : changes;
}

interface Found {
  readonly owner: string;
  readonly other: string;
  readonly attacks: readonly Attack[];
  readonly isOpen: boolean;
}

function report(
  operation: Operation,
  place: FindingPlace,
  { owner, other, attacks, isOpen }: Found,
): Observation {
  const verb = { DELETE: "deletes", POST: "acts on" }[operation.method] ?? "changes";
  const open = isOpen
    ? " It also works without a credential: correct that first, and scan again."
    : "";
  return {
    kind: "finding",
    guidance: objectWritable,
    place,
    description: `${other} ${verb} a record that ${owner} created, with ${operation.id}.${open}`,
    proof: {
      controls: attacks.flatMap(({ controls }) => controls),
      attacks: attacks.flatMap((one) => one.attacks),
    },
  };
}
