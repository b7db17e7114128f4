import { withItem } from "../baselines/create-baselines.ts";
import type { Identity } from "../identities/identity.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import type { Naming } from "./naming.types.ts";
import { objectReadable } from "./object-readable.ts";
import { showsRecord, toMissingItem } from "./probing.ts";
import { readOfAccount } from "./read-of-account.ts";
import { skipped, type Observation, type Probe } from "./scanner.types.ts";

/** Lets the identities that are not above the owner read its record. */
export async function readAsOthers(
  probe: Probe,
  naming: Naming,
  owner: Identity,
): Promise<readonly Observation[]> {
  const { baseline } = naming;
  const { operation } = baseline;
  const open = await probe.send(baseline.draft, null);
  if (isGranted(open) && (await showsRecord(probe, baseline, open)))
    return operation.needsCredential ? skipped("it answers without a credential") : [];
  for (const reader of listReaders(probe, owner)) {
    if (probe.isExpected(operation, reader.name) === true) continue;
    const read = naming.item.origin === "own" ? readOfAccount : readAs;
    const found = await read(probe, naming, reader.name);
    if (found.length > 0) return found;
  }
  return [];
}

/** Identities that are not above the owner: an administrator may read what belongs to others. */
const listReaders = ({ identities }: Probe, owner: Identity): readonly Identity[] =>
  identities.filter(({ name, rank }) => name !== owner.name && rank <= owner.rank);

async function readAs(
  probe: Probe,
  { baseline, item, place }: Naming,
  reader: string,
): Promise<readonly Observation[]> {
  const { draft, exchange, identity } = baseline;
  const attack = await probe.send(draft, reader);
  if (!isGranted(attack) || !(await showsRecord(probe, baseline, attack))) return [];
  const own = await probe.listOwn(item.itemPath, reader);
  if (own?.ids.includes(item.value) === true) return [];
  if (own?.isWhole !== true && item.origin !== "created") {
    const reason = `${reader} reads the record of ${identity}, but no complete list shows that it is not shared`;
    return [{ kind: "unconfirmed", guidance: objectReadable, place, reason }];
  }
  const nowhere = await probe.send(toMissingItem(draft, item, probe.word("item")), reader);
  const anonymous = await probe.send(draft, null);
  if (isGranted(nowhere) && (await showsRecord(probe, baseline, nowhere)))
    return skipped("the target answers alike for ids that do not exist");
  const second = await readAnother(probe, { baseline, item }, reader);
  return [
    {
      kind: "finding",
      guidance: objectReadable,
      place,
      description: `${reader} reads ${exchange.method} ${addressOf(exchange)}, which belongs to ${identity}.`,
      proof: {
        controls: [
          { label: `The record as ${identity} reads it`, exchange },
          { label: "An id that does not exist", exchange: nowhere },
          ...(isRefused(anonymous) ? [{ label: "Without a credential", exchange: anonymous }] : []),
          ...(own === null ? [] : [{ label: `The list of ${reader}`, exchange: own.exchange }]),
        ],
        attacks: [
          { label: `${reader} reads the record of ${identity}`, exchange: attack },
          { label: `${reader} reads again`, exchange: second },
        ],
      },
    },
  ];
}

/** Path and query of a request, without the name of the host. */
export function addressOf({ url }: Exchange): string {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

/** Another record of the owner if it can create one, else the same record again. */
async function readAnother(
  probe: Probe,
  { baseline, item }: Pick<Naming, "baseline" | "item">,
  reader: string,
) {
  const other = await probe.createItem(item.itemPath, baseline.identity);
  const draft = other === null ? baseline.draft : withItem(baseline, other);
  return probe.send(draft, reader);
}
