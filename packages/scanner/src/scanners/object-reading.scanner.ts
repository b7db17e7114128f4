import { objectReadable } from "./object-readable.ts";
import { noBaseline } from "./probing.ts";
import { readAsOthers } from "./read-as-other.ts";
import { skipped, type Observation, type Scanner } from "./scanner.types.ts";

export const objectReading: Scanner = {
  id: "object-reading",
  title: "Object level authorization, reading",
  summary:
    "Lets each identity read a record of another one by its id, and what lies below the account of another one. A record counts as another's where the list of the reader is complete and omits it, where the scan has just created it, or where the reader's own account does not show it.",
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
          .map((operation) => ({ operation, requests: 2 + 4 * identities.length })),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    let reason: string | null = "no identity has a record";
    for (const owner of probe.identities) {
      const baseline = await probe.baseline(operation, owner.name);
      const item = baseline.works ? baseline.bound.at(-1) : undefined;
      if (!baseline.works || item === undefined) {
        if (!baseline.works) reason &&= noBaseline(owner.name, baseline.reason);
        continue;
      }
      const place = { location: "path", name: item.variable } as const;
      const readOwn = async (reader: string) => (await probe.baseline(operation, reader)).exchange;
      const found = await readAsOthers(probe, { baseline, item, place, readOwn }, owner);
      if (found.length > 0) return found;
      if (probe.identities.some(({ name, rank }) => name !== owner.name && rank <= owner.rank))
        reason = null;
    }
    return reason === null ? [] : skipped(reason);
  },
};
