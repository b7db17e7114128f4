import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import type { Identity } from "../identities/identity.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { objectReadable } from "./object-readable.ts";
import { showsRecord, toMissingItem } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

export const objectReading: Scanner = {
  id: "object-reading",
  title: "Object level authorization, reading",
  summary:
    "Lets each identity read a record of another one by its id. The record counts as another's where the list of the reader is complete and omits it, or where the scan has just created it.",
  needs: { identities: 2, writes: false, isIntrusive: false },
  control:
    "Without a credential the record is refused, an id that does not exist is refused, and the reader's own list omits the record.",
  isAuthorization: true,
  guidance: [objectReadable],

  plan: ({ operations }, identities) =>
    identities.length < 2
      ? []
      : operations
          .filter(({ method, path }) => method === "GET" && path.includes("{"))
          .map((operation) => ({ operation, requests: 2 + 3 * identities.length })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    let reason = "no identity has a record";
    for (const owner of probe.identities) {
      const baseline = await probe.baseline(operation, owner.name);
      if (!baseline.works) {
        reason = `it does not work for ${owner.name}: ${baseline.reason}`;
        continue;
      }
      const open = await probe.send(baseline.draft, null);
      if (isGranted(open) && (await showsRecord(probe, baseline, open)))
        return operation.needsCredential ? skipped("it answers without a credential") : [];
      for (const reader of listReaders(probe, owner)) {
        if (probe.isExpected(operation, reader.name) === true) continue;
        const found = await readAs(probe, baseline, reader.name);
        if (found.length > 0) return found;
        reason = "";
      }
    }
    return reason === "" ? [] : skipped(reason);
  },
};

/** Identities that are not above the owner: an administrator may read what belongs to others. */
const listReaders = ({ identities }: Probe, owner: Identity): readonly Identity[] =>
  identities.filter(({ name, rank }) => name !== owner.name && rank <= owner.rank);

async function readAs(
  probe: Probe,
  baseline: WorkingBaseline,
  reader: string,
): Promise<readonly Observation[]> {
  const { operation, draft, exchange, bound, identity } = baseline;
  const item = bound.at(-1);
  if (item === undefined) return [];
  const attack = await probe.send(draft, reader);
  if (!isGranted(attack) || !(await showsRecord(probe, baseline, attack))) return [];
  const place = { location: "path", name: item.variable } as const;
  const own = await probe.listOwn(item.itemPath, reader);
  if (own?.ids.includes(item.value) === true) return [];
  if (own?.isWhole !== true && item.origin !== "created") {
    const reason = `${reader} reads the record of ${identity}, but no complete list shows that it is not shared`;
    return [{ kind: "unconfirmed", guidance: objectReadable, place, reason }];
  }
  const nowhere = await probe.send(toMissingItem(draft, probe.word("item")), reader);
  const anonymous = await probe.send(draft, null);
  if (isGranted(nowhere) && (await showsRecord(probe, baseline, nowhere)))
    return skipped("the target answers alike for ids that do not exist");
  const second = await readAnother(probe, baseline, reader);
  return [
    {
      kind: "finding",
      guidance: objectReadable,
      place,
      description: `${reader} reads ${operation.path.replace(`{${item.variable}}`, item.value)}, which belongs to ${identity}.`,
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

/** Another record of the owner if it can create one, else the same record again. */
async function readAnother(probe: Probe, baseline: WorkingBaseline, reader: string) {
  const item = baseline.bound.at(-1);
  const other =
    item === undefined ? null : await probe.createItem(item.itemPath, baseline.identity);
  const draft = other === null ? baseline.draft : withItem(baseline, other);
  return probe.send(draft, reader);
}
