import { fillPath } from "../baselines/make-request.ts";
import { findAccount } from "../surface/account-nouns.ts";
import { cutAfter, listVariables } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { objectWritable } from "./object-writable.ts";
import { noBaseline, toMissingItem } from "./probing.ts";
import { listIds } from "./read-of-account.ts";
import {
  skipped,
  type Labelled,
  type Observation,
  type Probe,
  type Scanner,
} from "./scanner.types.ts";

export const accountWriting: Scanner = {
  id: "account-writing",
  title: "Object level authorization, records below accounts",
  summary:
    "Lets each identity create a record below the account of another one, such as POST /users/{userId}/orders, and looks for it in the list of the owner. It is deleted at the end.",
  needs: { identities: 2, writes: true, isIntrusive: false },
  control:
    "Below an account that does not exist the creation is refused, and the owner's list omits the record before the attack.",
  isAuthorization: true,
  guidance: [objectWritable],

  plan: (surface, identities) =>
    identities.length < 2
      ? []
      : surface.operations
          .filter((operation) => findList(surface, operation) !== null)
          .map((operation) => ({ operation, requests: 7 * (identities.length - 1) })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    const list = findList(probe.surface, operation);
    let reason: string | null = "no identity has a list below its account";
    for (const owner of list === null ? [] : probe.identities) {
      for (const other of probe.identities) {
        if (other.name === owner.name || other.rank > owner.rank) continue;
        if (probe.isExpected(operation, other.name) === true) continue;
        const tried = await tryFor(probe, { operation, list }, owner.name, other.name);
        if (typeof tried === "string") reason &&= tried;
        else if (tried !== null) return [tried];
        else reason = null;
      }
    }
    return reason === null ? [] : skipped(reason);
  },
};

/** The list of what an operation creates below an account; null for other operations. */
function findList({ operations }: Surface, { method, path }: Operation): Operation | null {
  const variable = listVariables(path).at(-1);
  if (method !== "POST" || variable === undefined || path.endsWith("}")) return null;
  if (findAccount(cutAfter(path, variable), variable) === null) return null;
  return operations.find((one) => one.method === "GET" && one.path === path) ?? null;
}

interface Target {
  readonly operation: Operation;
  readonly list: Operation | null;
}

/** @returns null if the other identity is refused, and a text if that was not tested */
async function tryFor(
  probe: Probe,
  { operation, list }: Target,
  owner: string,
  other: string,
): Promise<Observation | string | null> {
  const listing = list === null ? null : await probe.baseline(list, owner);
  const account = listing?.works === true ? listing.bound.at(-1) : undefined;
  if (listing?.works !== true || account?.origin !== "own")
    return `the list of ${owner} cannot be read`;
  const attacks: Labelled[] = [];
  const controls: Labelled[] = [];
  for (let turn = 0; turn < 2; turn += 1) {
    const own = await probe.baseline(operation, other);
    const usual = turn === 0 || !own.works ? own : await probe.renew(own);
    if (!usual.works) return noBaseline(other, usual.reason);
    const draft = { ...usual.draft, path: fillPath(operation.path, listing.bound) };
    const before = await probe.send(listing.draft, owner);
    const nowhere = await probe.send(toMissingItem(draft, account, probe.word("item")), other);
    const attack = await probe.send(draft, other);
    if (isRefused(attack)) return null;
    const after = await probe.send(listing.draft, owner);
    const [known, present] = [listIds(before), listIds(after)];
    if (known === null || present === null) return `the list of ${owner} shows no ids`;
    const isNew = present.some((id) => !known.includes(id));
    if (!isGranted(attack) || isGranted(nowhere) || !isNew) return null;
    controls.push(
      { label: `The list of ${owner} before`, exchange: before },
      { label: "Below an account that does not exist", exchange: nowhere },
    );
    attacks.push(
      { label: `${other} creates a record below the account of ${owner}`, exchange: attack },
      { label: `The list of ${owner} after`, exchange: after },
    );
  }
  return {
    kind: "finding",
    guidance: objectWritable,
    place: { location: "path", name: account.variable },
    description: `${other} creates a record of ${owner} with ${operation.id}.`,
    proof: { controls, attacks },
  };
}
