import type { Sessions } from "../identities/sessions.ts";
import {
  cutAfter,
  findItemPath,
  findPathOfId,
  findResource,
  type Resource,
} from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { listChanging } from "../traffic/compare-answers.ts";
import { headerOf } from "../traffic/header-of.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import type { Baseline, Bound, WorkingBaseline } from "./baseline.types.ts";
import { createItemFinder, type ItemFinder } from "./item-finder.ts";
import type { Ledger } from "./ledger.ts";
import { fillPath, listIdNames, makeRequest, type KnownIds } from "./make-request.ts";
import { createNowhere, type Nowhere } from "./nowhere.ts";
import { readCreatedId } from "./read-items.ts";
import { removeCreated } from "./remove-created.ts";
import { refuseCall, type WriteSettings } from "./write-policy.ts";

/** Requests that work, made when a check first needs them. */
export interface Baselines {
  /** A request of an operation that an identity may send. The answer is kept for later checks. */
  of(operation: Operation, identity: string): Promise<Baseline>;
  /**
   * Sends a changed form of a request that works. What it creates is in the ledger, and is deleted at
   * the end like the rest.
   */
  repeat(baseline: WorkingBaseline, draft: RequestDraft): Promise<Exchange>;
  /** Makes a new request like `of`, with another body where the same one no longer works. */
  renew(baseline: WorkingBaseline): Promise<Baseline>;
  /** Another item like that of a baseline, created by the identity; null if it cannot create one. */
  createItem(itemPath: string, identity: string): Promise<Bound | null>;
  /** The list that should contain the items of a path, as an identity sees it. */
  listOwn: ItemFinder["listOwn"];
  isNowhere: Nowhere["isAlike"];
  /** The places of values that change with each answer, learned by asking again; none of writes. */
  listChanging(baseline: WorkingBaseline): Promise<ReadonlySet<string>>;
  /** The baselines that were asked for, with the identity of each. */
  list(): Promise<readonly AskedBaseline[]>;
  /** Deletes what was created and is not removed yet, the newest first. */
  cleanUp(): Promise<void>;
}

export interface AskedBaseline {
  readonly operation: Operation;
  readonly identity: string;
  readonly baseline: Baseline;
}

export interface BaselineParts {
  readonly surface: Surface;
  readonly sessions: Sessions;
  readonly ledger: Ledger;
  readonly writes: WriteSettings;
}

/** Values of a body that are tried until the target accepts one. */
const maxAttempts = 5;

export function createBaselines({ surface, sessions, ledger, writes }: BaselineParts): Baselines {
  const known = new Map<string, Promise<AskedBaseline>>();
  /** Creations in progress: what needs an item in order to create one would wait for itself. */
  const creating = new Set<string>();
  const nowhere = createNowhere((draft, identity) => sessions.send(draft, identity));
  const finder = createItemFinder({
    surface,
    send: (draft, identity) => sessions.send(draft, identity),
    create,
  });

  const changing = new Map<Exchange, Promise<ReadonlySet<string>>>();
  const learnChanging = async ({ draft, exchange, identity }: WorkingBaseline) =>
    listChanging(exchange, await sessions.send(draft, identity));

  async function findIds(operation: Operation, identity: string): Promise<KnownIds> {
    const ids: Record<string, string> = {};
    for (const name of new Set(listIdNames(surface, operation.body?.schema))) {
      const path = findPathOfId(surface, name);
      const bound = path === null ? "" : await finder.bind(path, identity);
      const last = typeof bound === "string" ? undefined : bound.at(-1);
      if (last !== undefined) ids[name.replace(/[-_]?ids?$/i, "")] = last.value;
    }
    return ids;
  }

  /** Sends bodies until the target accepts one. */
  async function tryBodies(operation: Operation, bound: readonly Bound[], identity: string) {
    const ids = operation.body === null ? {} : await findIds(operation, identity);
    const attempts = operation.body === null ? 1 : maxAttempts;
    for (let attempt = 0; ; attempt += 1) {
      const draft = makeRequest(surface, operation, bound, ids, attempt);
      const exchange = await sessions.send(draft, identity);
      const isOver = isGranted(exchange) || attempt + 1 >= attempts;
      if (isOver || ![400, 409, 422].includes(exchange.status)) return { draft, exchange };
    }
  }

  async function sendCreation(
    resource: Resource,
    post: Operation,
    bound: readonly Bound[],
    identity: string,
    send = () => tryBodies(post, bound, identity),
  ) {
    const number = await ledger.begin(identity, post.id);
    const { draft, exchange } = await send();
    const location = headerOf(exchange.responseHeaders, "location");
    const isCreated = isGranted(exchange);
    const id = isCreated ? readCreatedId(exchange.json, location, resource) : null;
    const { remove } = resource;
    const path =
      id === null || remove === null ? null : itemAddress(remove.path, bound, resource, id);
    await ledger.set(number, { path, state: isCreated ? "created" : "notCreated" });
    return { draft, exchange, id };
  }

  /** Creates an item below a parent; below another one where the first has its only item. */
  async function createBelow(
    resource: Resource,
    post: Operation,
    bound: readonly Bound[],
    identity: string,
  ) {
    const first = { ...(await sendCreation(resource, post, bound, identity)), bound };
    if (first.exchange.status !== 409) return first;
    for (const other of await finder.listOthers(bound, identity)) {
      const sent = await sendCreation(resource, post, other, identity);
      if (isGranted(sent.exchange)) return { ...sent, bound: other };
    }
    return first;
  }

  async function create(resource: Resource, identity: string): Promise<string | null> {
    const { create: post } = resource;
    if (post === null || resource.remove === null || creating.has(post.id)) return null;
    creating.add(post.id);
    try {
      const bound = await finder.bind(post.path, identity);
      if (typeof bound === "string" || refuseCall(surface, post, bound, writes) !== null)
        return null;
      return (await createBelow(resource, post, bound, identity)).id;
    } finally {
      creating.delete(post.id);
    }
  }

  async function makeBaseline(operation: Operation, identity: string): Promise<Baseline> {
    const bound = await finder.bind(operation.path, identity);
    if (typeof bound === "string")
      return missing(`no value is known for {${bound}}: give it an example, or a list of items`);
    const refusal = refuseCall(surface, operation, bound, writes);
    if (refusal !== null) return missing(refusal);
    if (operation.method === "DELETE") return missing("it is called at the end, to clean up");
    const resource = findCreated(surface, operation);
    const { draft, exchange, ...sent } =
      resource === null
        ? { ...(await tryBodies(operation, bound, identity)), bound }
        : await createBelow(resource, operation, bound, identity);
    if (!isGranted(exchange)) return missing(explain(exchange), exchange, draft);
    if (await nowhere.isAlike(exchange, identity)) return missing(alike, exchange, draft);
    return { works: true, operation, identity, draft, exchange, bound: sent.bound };
  }

  const ask = async (operation: Operation, identity: string): Promise<AskedBaseline> => ({
    operation,
    identity,
    baseline: await makeBaseline(operation, identity),
  });

  return {
    async of(operation, identity) {
      const key = `${identity} ${operation.id}`;
      const found = known.get(key) ?? ask(operation, identity);
      known.set(key, found);
      return (await found).baseline;
    },
    async repeat({ operation, bound, identity }, draft) {
      const send = async () => ({ draft, exchange: await sessions.send(draft, identity) });
      const resource = findCreated(surface, operation);
      const sent =
        resource === null
          ? await send()
          : await sendCreation(resource, operation, bound, identity, send);
      return sent.exchange;
    },
    renew: ({ operation, identity }) => makeBaseline(operation, identity),
    list: () => Promise.all(known.values()),
    async createItem(itemPath, identity) {
      const resource = findResource(surface, itemPath);
      const value = resource === null ? null : await create(resource, identity);
      if (value === null || resource === null) return null;
      return { variable: resource.variable, value, itemPath, origin: "created" };
    },
    listOwn: finder.listOwn,
    isNowhere: (exchange, identity) => nowhere.isAlike(exchange, identity),
    async listChanging(baseline) {
      if (baseline.operation.isWrite) return new Set();
      const asked = changing.get(baseline.exchange) ?? learnChanging(baseline);
      changing.set(baseline.exchange, asked);
      return asked;
    },
    cleanUp: () => removeCreated(ledger, sessions),
  };
}

const alike = "the target answers alike for addresses that do not exist";

const missing = (
  reason: string,
  exchange: Exchange | null = null,
  draft: RequestDraft | null = null,
): Baseline => ({ works: false, reason, exchange, draft });

const explain = ({ status, text }: Exchange): string =>
  status === 0 ? text : `the target answered ${status}`;

/** The resource of which an operation creates items; null for other operations. */
function findCreated(surface: Surface, operation: Operation): Resource | null {
  const path = operation.method === "POST" ? findItemPath(surface, operation) : null;
  return path === null ? null : findResource(surface, path);
}

/** The address of a created item, whose path may lie below another one. */
function itemAddress(
  path: string,
  bound: readonly Bound[],
  { variable }: Resource,
  id: string,
): string {
  const item: Bound = {
    variable,
    value: id,
    itemPath: cutAfter(path, variable),
    origin: "created",
  };
  return fillPath(path, [...bound.filter((one) => one.variable !== variable), item]);
}

/** A baseline with another item in its last variable. */
export function withItem({ operation, draft, bound }: WorkingBaseline, item: Bound) {
  const others = bound.filter(({ variable }) => variable !== item.variable);
  return { ...draft, path: fillPath(operation.path, [...others, item]) };
}
