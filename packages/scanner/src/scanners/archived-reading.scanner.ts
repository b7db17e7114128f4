import { findItems, readId } from "../baselines/read-items.ts";
import type { Bound, WorkingBaseline } from "../baselines/baseline.types.ts";
import { withItem } from "../baselines/create-baselines.ts";
import { isList } from "@lintel/json/value";
import { firstOf, openParts } from "@lintel/samples/schema/parts";
import { readTypes } from "@lintel/samples/schema/read-types";
import { splitWords } from "../surface/danger.ts";
import { cutAfter, findResource, listVariables, type Resource } from "../surface/resources.ts";
import type { Operation, Parameter, Surface } from "../surface/surface.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { isGranted, isRefused } from "../traffic/judge-answer.ts";
import { objectReadable } from "./object-readable.ts";
import { showsRecord, toMissingItem, withQuery } from "./probing.ts";
import { skipped, type Observation, type Probe, type Scanner } from "./scanner.types.ts";

/** Words of a parameter that shows what a list hides. */
const hidingWords = new Set(
  "all archive archived cancelled closed deleted disabled draft drafts hidden inactive include removed state status trashed".split(
    " ",
  ),
);

/** A parameter of a list with a value that shows other items. */
interface View {
  readonly name: string;
  readonly value: string;
}

const maxViews = 4;

export const archivedReading: Scanner = {
  id: "archived-reading",
  title: "Object level authorization, archived records",
  summary:
    "Lists what a list hides by default, such as archived records, by its parameters, and lets each identity read such a record of another one by its id.",
  needs: { identities: 2, writes: false, isIntrusive: false },
  control:
    "Without a credential the record is refused, an id that does not exist is refused, and the same list of the reader omits the record.",
  isAuthorization: true,
  guidance: [objectReadable],

  plan: (surface, identities) =>
    identities.length < 2
      ? []
      : surface.operations.flatMap((operation) => {
          const { length } = listViews(surface, operation);
          const requests = length * identities.length * (identities.length + 3);
          return length === 0 ? [] : [{ operation, requests }];
        }),

  async run({ operation }, probe): Promise<readonly Observation[]> {
    let reason = "no identity has a hidden record";
    for (const owner of probe.identities) {
      const baseline = await probe.baseline(operation, owner.name);
      if (!baseline.works) continue;
      for (const view of listViews(probe.surface, operation)) {
        const hidden = await findHidden(probe, baseline, view);
        if (hidden === null) continue;
        reason = "";
        for (const reader of probe.identities) {
          if (reader.name === owner.name || reader.rank > owner.rank) continue;
          if (probe.isExpected(operation, reader.name) === true) continue;
          const found = await readAs(probe, hidden, reader.name);
          if (found !== null) return [found];
        }
      }
    }
    return reason === "" ? [] : skipped(reason);
  },
};

/** The views of the list to which the item of a path belongs. */
function listViews(surface: Surface, { method, path }: Operation): View[] {
  const list = method === "GET" && path.endsWith("}") ? findResource(surface, path)?.list : null;
  if (!list || list.path.includes("{") || !list.needsCredential) return [];
  return list.parameters.flatMap((one) => listValues(surface, one)).slice(0, maxViews);
}

function listValues({ source }: Surface, { in: place, name, schema }: Parameter): View[] {
  if (place !== "query" || !splitWords(name).some((word) => hidingWords.has(word))) return [];
  const { parts } = openParts(source, schema);
  const choices = firstOf(parts, "enum");
  if (isList(choices))
    return choices.flatMap((value) => (typeof value === "string" ? [{ name, value }] : []));
  return readTypes(parts).includes("boolean") ? [{ name, value: "true" }] : [];
}

/** A record that the owner sees in a view, and in no list without it. */
interface Hidden {
  readonly baseline: WorkingBaseline;
  readonly item: Bound;
  readonly list: Operation;
  readonly resource: Resource;
  readonly view: View;
  /** The record as its owner reads it. */
  readonly exchange: Exchange;
}

async function findHidden(
  probe: Probe,
  baseline: WorkingBaseline,
  view: View,
): Promise<Hidden | null> {
  const { operation, identity } = baseline;
  const variable = listVariables(operation.path).at(-1) ?? "";
  const itemPath = cutAfter(operation.path, variable);
  const resource = findResource(probe.surface, itemPath);
  const list = resource?.list ?? null;
  const usual = await probe.listOwn(itemPath, identity);
  if (resource === null || list === null || usual === null) return null;
  const seen = await listIn(probe, { list, resource, view }, identity);
  const value = seen?.ids.find((id) => !usual.ids.includes(id));
  if (value === undefined) return null;
  const item: Bound = { variable, value, itemPath, origin: "listed" };
  const exchange = await probe.send(withItem(baseline, item), identity);
  return isGranted(exchange) ? { baseline, item, list, resource, view, exchange } : null;
}

async function listIn(
  probe: Probe,
  { list, resource, view }: Pick<Hidden, "list" | "resource" | "view">,
  identity: string,
): Promise<{ readonly ids: readonly string[]; readonly exchange: Exchange } | null> {
  const usual = await probe.baseline(list, identity);
  if (!usual.works) return null;
  const exchange = await probe.send(withQuery(usual.draft, view.name, view.value), identity);
  const items = isGranted(exchange) ? findItems(exchange.json) : null;
  if (items === null) return null;
  return { ids: items.flatMap((one) => readId(one, resource) ?? []), exchange };
}

async function readAs(probe: Probe, hidden: Hidden, reader: string): Promise<Observation | null> {
  const { baseline, item, exchange, view } = hidden;
  const draft = withItem(baseline, item);
  const first = await probe.send(draft, reader);
  if (!isGranted(first) || !(await showsRecord(probe, { ...baseline, draft, exchange }, first)))
    return null;
  const own = await listIn(probe, hidden, reader);
  const nowhere = await probe.send(toMissingItem(draft, hidden.item, probe.word("item")), reader);
  const anonymous = await probe.send(draft, null);
  const isShared = own === null || own.ids.includes(item.value) || !isRefused(anonymous);
  if (isShared || isGranted(nowhere)) return null;
  const second = await probe.send(draft, reader);
  const { operation, identity } = baseline;
  return {
    kind: "finding",
    guidance: objectReadable,
    place: { location: "path", name: item.variable },
    description: `${reader} reads ${operation.path.replace(`{${item.variable}}`, item.value)}, which ${identity} lists with ${view.name}=${view.value}.`,
    proof: {
      controls: [
        { label: `The record as ${identity} reads it`, exchange },
        { label: "An id that does not exist", exchange: nowhere },
        { label: "Without a credential", exchange: anonymous },
        { label: `The list of ${reader} with ${view.name}=${view.value}`, exchange: own.exchange },
      ],
      attacks: [
        { label: `${reader} reads the record of ${identity}`, exchange: first },
        { label: `${reader} reads again`, exchange: second },
      ],
    },
  };
}
