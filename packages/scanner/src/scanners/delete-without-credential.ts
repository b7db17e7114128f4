import type { Bound } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import { findResource } from "../surface/resources.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { findNamed, nameRecord } from "./named-record.ts";
import { toMissingItem, withHeader } from "./probing.ts";
import {
  skipped,
  type Check,
  type Labelled,
  type Observation,
  type Probe,
} from "./scanner.types.ts";
import { anyCredential, credentialPlace, notEnforced } from "./try-without-credential.ts";

/** A record that an identity created for this check. */
interface OwnRecord {
  readonly owner: string;
  readonly item: Bound;
  readonly read: RequestDraft;
  readonly remove: RequestDraft;
  readonly before: Exchange;
}

/** One DELETE without the credential of anybody. */
interface Trial {
  readonly answer: Exchange;
  readonly isGone: boolean;
  readonly owner: string;
  readonly proof: readonly Labelled[];
  readonly before: Labelled;
}

/**
 * Deletes records that the scan has created without a credential, and with two invented ones, and
 * reads each back as its owner. The owner deletes the last one, which shows that a DELETE works.
 */
export async function deleteWithoutCredential(
  { operation }: Check,
  probe: Probe,
): Promise<readonly Observation[]> {
  let reason = "no identity can create a record to delete";
  for (const { name } of probe.identities) {
    const record = await makeRecord(probe, operation, name);
    if (typeof record !== "string") return tryAll(probe, operation, record);
    reason = record;
  }
  return skipped(reason);
}

/** A record to delete, or why there is none. */
async function makeRecord(
  probe: Probe,
  operation: Operation,
  owner: string,
): Promise<OwnRecord | string> {
  const { surface } = probe;
  const { itemPath } = findNamed(surface, operation);
  const reader = itemPath === null ? null : (findResource(surface, itemPath)?.read ?? null);
  if (itemPath === null || reader === null) return "no operation reads the record back";
  const item = await probe.createItem(itemPath, owner);
  if (item === null) return `${owner} can create no record to delete`;
  const refusal = probe.refuseCall(operation, [item]);
  if (refusal !== null) return refusal;
  const reading = await probe.baseline(reader, owner);
  if (!reading.works) return `${owner} cannot read the record back: ${reading.reason}`;
  const read = withItem(reading, item);
  const before = await probe.send(read, owner);
  if (!isGranted(before))
    return `${owner} cannot read the record back: the target answered ${before.status}`;
  return { owner, item, read, before, remove: nameRecord(surface, operation, reading, item) };
}

async function tryAll(
  probe: Probe,
  operation: Operation,
  first: OwnRecord,
): Promise<readonly Observation[]> {
  const trials: Trial[] = [];
  let record: OwnRecord | string = first;
  for (const [label, token] of [
    ["without a credential", null],
    ["with an invented token", probe.word("a")],
    ["with another one", probe.word("b")],
  ] as const) {
    if (typeof record === "string") break;
    const trial = await tryOne(probe, record, label, token);
    trials.push(trial);
    if (trial.isGone) record = await makeRecord(probe, operation, record.owner);
    if (trials.filter(({ isGone }) => isGone).length === 2) break;
  }
  const [bare, ...invented] = trials;
  const control = typeof record === "string" ? record : await deleteOwn(probe, record);
  if (typeof control === "string")
    return trials.some(({ isGone }) => isGone) ? doubt(control) : skipped(control);
  if (bare === undefined) return [];
  if (bare.isGone && invented.some(({ isGone }) => isGone))
    return [
      report(
        operation,
        notEnforced,
        trials.filter(({ isGone }) => isGone),
        control,
      ),
    ];
  if (bare.isGone) return againWithout(probe, operation, bare, control);
  if (invented.length === 2 && invented.every(({ isGone }) => isGone) && isRefused(bare.answer))
    return [
      report(operation, anyCredential, invented, [
        ...control,
        { label: "Without a credential", exchange: bare.answer },
      ]),
    ];
  const accepted = trials.find(({ answer, isGone }) => isGranted(answer) && !isGone);
  if (accepted === undefined) return [];
  const nowhere = await probe.send(
    toMissingItem(first.remove, first.item, probe.word("item")),
    null,
  );
  return isGranted(nowhere)
    ? []
    : doubt(
        `a DELETE without a credential was accepted, and ${first.owner} still reads the record`,
      );
}

/** A second record, where only a request without any credential deletes. */
async function againWithout(
  probe: Probe,
  operation: Operation,
  bare: Trial,
  control: readonly Labelled[],
): Promise<readonly Observation[]> {
  const record = await makeRecord(probe, operation, bare.owner);
  if (typeof record === "string") return doubt(record);
  const again = await tryOne(probe, record, "without a credential, again", null);
  return again.isGone
    ? [report(operation, notEnforced, [bare, again], control)]
    : doubt("a DELETE without a credential deleted only one of two records");
}

async function tryOne(
  probe: Probe,
  { owner, read, remove, before }: OwnRecord,
  label: string,
  token: string | null,
): Promise<Trial> {
  const draft = token === null ? remove : withHeader(remove, "Authorization", `Bearer ${token}`);
  const answer = await probe.send(draft, null);
  const after = await probe.send(read, owner);
  return {
    answer,
    owner,
    isGone: isGranted(answer) && isMissing(after),
    before: { label: `${owner} reads the record before`, exchange: before },
    proof: [
      { label: `A DELETE ${label}`, exchange: answer },
      { label: `${owner} reads the record after`, exchange: after },
    ],
  };
}

/** The control: what the owner may delete is gone; a text if that does not work. */
async function deleteOwn(
  probe: Probe,
  { owner, read, remove }: OwnRecord,
): Promise<readonly Labelled[] | string> {
  const exchange = await probe.send(remove, owner);
  if (!isGranted(exchange))
    return `${owner} cannot delete its record: the target answered ${exchange.status}`;
  const after = await probe.send(read, owner);
  if (!isMissing(after)) return `${owner} deletes its record, and still reads it`;
  return [{ label: `${owner} deletes a record of its own`, exchange }];
}

const isMissing = (answer: Exchange): boolean => isRefused(answer) && answer.status !== 401;

const doubt = (reason: string): readonly Observation[] => [
  { kind: "unconfirmed", guidance: notEnforced, place: credentialPlace, reason },
  ...skipped(reason),
];

function report(
  operation: Operation,
  guidance: typeof notEnforced,
  trials: readonly Trial[],
  control: readonly Labelled[],
): Observation {
  const what = guidance === notEnforced ? "without a credential" : "with an invented one";
  return {
    kind: "finding",
    guidance,
    place: credentialPlace,
    description: `${operation.id} deletes records of ${trials[0]?.owner ?? ""} ${what}.`,
    proof: {
      controls: [...trials.map(({ before }) => before), ...control],
      attacks: trials.flatMap(({ proof }) => proof),
    },
  };
}
