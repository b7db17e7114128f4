import type { WorkingBaseline } from "../baselines/baseline.types.ts";
import type { Identity } from "../identities/identity.types.ts";
import { listIdParameters } from "../surface/id-parameters.ts";
import type { Parameter } from "../surface/surface.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import type { Naming } from "./naming.types.ts";
import { objectReadable } from "./object-readable.ts";
import { noBaseline, showsRecord, toMissingItem, withQuery } from "./probing.ts";
import { readAsOthers } from "./read-as-other.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

/** More parameters of one operation are not tried. */
const maxParameters = 2;

export const objectQuery: Scanner = {
  id: "object-query",
  title: "Object level authorization, ids in the query",
  summary:
    "Lets each identity read a record of another one whose id is a parameter of the query, such as GET /invoices?orderId=. Ids come from the list of the owner, from what the scan creates, and from the account of the owner.",
  needs: { identities: 2, writes: false, isIntrusive: false },
  control:
    "Without a credential the record is refused, an id that does not exist shows nothing, and the reader's own list omits the record.",
  isAuthorization: true,
  guidance: [objectReadable],

  plan: ({ operations }, identities) =>
    identities.length < 2
      ? []
      : operations.flatMap((operation) => {
          const count = operation.method === "GET" ? listTried(operation).length : 0;
          return count === 0 ? [] : [{ operation, requests: count * (4 + 5 * identities.length) }];
        }),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    let reason: string | null = "no identity has a record that it names";
    const all: Observation[] = [];
    for (const parameter of listTried(operation)) {
      for (const owner of probe.identities) {
        const baseline = await probe.baseline(operation, owner.name);
        if (!baseline.works) {
          reason &&= noBaseline(owner.name, baseline.reason);
          continue;
        }
        const naming = await nameRecord(probe, baseline, parameter);
        if (naming === null) continue;
        const found = await readAsOthers(probe, naming, owner);
        all.push(...found);
        if (isComparable(probe, owner)) reason = null;
        if (found.length > 0) break;
      }
    }
    return all.length > 0 || reason === null ? all : skipped(reason);
  },
};

const listTried = (operation: Parameters<typeof listIdParameters>[0]): Parameter[] =>
  listIdParameters(operation).slice(0, maxParameters);

const isComparable = ({ identities }: Probe, owner: Identity): boolean =>
  identities.some(({ name, rank }) => name !== owner.name && rank <= owner.rank);

/** A request that names a record of the owner. Null where the parameter changes nothing. */
async function nameRecord(
  probe: Probe,
  given: WorkingBaseline,
  parameter: Parameter,
): Promise<Naming | null> {
  const { operation, identity } = given;
  const { name } = parameter;
  const item = await probe.bindParameter(operation, parameter, identity);
  if (item === null) return null;
  const draft = withQuery(given.draft, name, item.value);
  const exchange = await probe.send(draft, identity);
  if (!isGranted(exchange)) return null;
  const baseline = { ...given, draft, exchange };
  const missing = await probe.send(toMissingItem(draft, item, probe.word("item")), identity);
  if (isGranted(missing) && (await showsRecord(probe, baseline, missing))) return null;
  return {
    baseline,
    item,
    place: { location: "query", name },
    async readOwn(reader) {
      const own = await probe.bindParameter(operation, parameter, reader);
      return own === null ? null : probe.send(withQuery(draft, name, own.value), reader);
    },
  };
}
