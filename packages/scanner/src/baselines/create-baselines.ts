import type { Sessions } from "../identities/sessions.ts";
import { listFitting } from "../surface/match-path.ts";
import { listIdParameters, namesItem, nounOfId } from "../surface/id-parameters.ts";
import { findItemPath, findPathOfId, findResource, type Resource } from "../surface/resources.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { listChanging } from "../traffic/compare-answers.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import type { Baseline, Bound, WorkingBaseline } from "./baseline.types.ts";
import { chooseEach, listAttempts } from "./body-attempts.ts";
import { createItemFinder, type ItemFinder } from "./item-finder.ts";
import { keepRecords } from "./keep-records.ts";
import type { Ledger } from "./ledger.ts";
import {
  fillPath,
  listIdNames,
  makeRequest,
  readVariables,
  type KnownIds,
} from "./make-request.ts";
import { createNowhere, type Nowhere } from "./nowhere.ts";
import { createOwnIds } from "./own-ids.ts";
import { recordCreation, type CreatedRecord, type Creation, type Sent } from "./record-creation.ts";
import { removeCreated } from "./remove-created.ts";
import { refuseCall, type WriteSettings } from "./write-policy.ts";

/** Requests that work, made when a check first needs them. */
export interface Baselines {
  /** A request of an operation that an identity may send. The answer is kept for later checks. */
  of(operation: Operation, identity: string): Promise<Baseline>;
  /**
   * Sends a request as an identity, or without a credential for null. What it creates is in the ledger
   * before it is sent, and is deleted at the end like the rest.
   */
  send(draft: RequestDraft, identity: string | null): Promise<Exchange>;
  /** Makes a new request like `of`, with another body where the same one no longer works. */
  renew(baseline: WorkingBaseline): Promise<Baseline>;
  /** Another item like that of a baseline, created by the identity; null if it cannot create one. */
  createItem(itemPath: string, identity: string): Promise<Bound | null>;
  /** The id that an identity can name by a query parameter; null if it has none of its own. */
  bindParameter: ItemFinder["bindParameter"];
  /** The list that should contain the items of a path, as an identity sees it. */
  listOwn: ItemFinder["listOwn"];
  isNowhere: Nowhere["isAlike"];
  /** The places of values that change with each answer, learned by asking again; none of writes. */
  listChanging(baseline: WorkingBaseline): Promise<ReadonlySet<string>>;
  /** The baselines that were asked for, with the identity of each. */
  list(): Promise<readonly AskedBaseline[]>;
  /** What was created so far. */
  listCreated(): readonly CreatedRecord[];
  /** Restores what was changed, and deletes what was created and is not removed yet, the newest first. */
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

/** Items of a list that a body names in turn: the first one may be sold out. */
const maxChoices = 4;

export function createBaselines({ surface, sessions, ledger, writes }: BaselineParts): Baselines {
  const known = new Map<string, Promise<AskedBaseline>>();
  /** Creations in progress: what needs an item in order to create one would wait for itself. */
  const creating = new Set<string>();
  const created: CreatedRecord[] = [];
  const records = keepRecords(surface, sessions, ledger);
  const send = (draft: RequestDraft, identity: string | null): Promise<Exchange> =>
    records.send(draft, identity);
  const nowhere = createNowhere(send);
  const finder = createItemFinder({
    surface,
    send,
    create,
    readOwnId: createOwnIds(surface, sessions),
  });

  const changing = new Map<Exchange, Promise<ReadonlySet<string>>>();
  const learnChanging = async ({ draft, exchange, identity }: WorkingBaseline) =>
    listChanging(exchange, await send(draft, identity));

  /** What the query parameters name that a call needs. */
  async function bindParameters(operation: Operation, identity: string): Promise<Bound[]> {
    const wanted = listIdParameters(operation).filter(({ isRequired }) => isRequired);
    const bound: Bound[] = [];
    for (const parameter of wanted) {
      const one = await finder.bindParameter(operation, parameter, identity);
      if (one !== null) bound.push({ ...one, variable: parameter.name });
    }
    return bound;
  }

  /** Ids of existing items: first those of the first items, then those of others in their lists. */
  async function findIds(operation: Operation, identity: string): Promise<readonly KnownIds[]> {
    const ids: Record<string, readonly string[]> = {};
    for (const { variable, value } of await bindParameters(operation, identity))
      ids[nounOfId(operation, variable)] = [value];
    const names = operation.body === null ? [] : listIdNames(surface, operation.body?.schema);
    for (const name of new Set(names)) {
      const path = findPathOfId(surface, name);
      const bound = path === null ? "" : await finder.bind(path, identity);
      const last = typeof bound === "string" ? undefined : bound.at(-1);
      if (last === undefined) continue;
      const listed =
        last.origin === "listed" ? await finder.listOwn(last.itemPath, identity) : null;
      ids[name.replace(/[-_]?ids?$/i, "")] = listed?.ids.slice(0, maxChoices) ?? [last.value];
    }
    return chooseEach(ids);
  }

  /** Sends bodies until the target accepts one. */
  async function tryBodies(
    operation: Operation,
    bound: readonly Bound[],
    identity: string,
  ): Promise<Sent> {
    const attempts = listAttempts(operation, await findIds(operation, identity));
    for (let at = 0; ; at += 1) {
      const { turn, ids } = attempts[at] ?? attempts[0];
      const draft = makeRequest(surface, operation, bound, ids, turn);
      const exchange = await send(draft, identity);
      const isOver = isGranted(exchange) || at + 1 >= attempts.length;
      if (isOver || ![400, 409, 422].includes(exchange.status)) return { draft, exchange };
    }
  }

  /** What the list of the resource has before the first creation, as far as it is shown. */
  async function findKnown({ post, identity }: Omit<Creation, "known">) {
    const itemPath = identity === null ? null : findItemPath(surface, post);
    const own =
      itemPath === null || identity === null ? null : await finder.listOwn(itemPath, identity);
    return new Set(own?.ids);
  }

  async function createOnce(creation: Omit<Creation, "known">, sendIt: () => Promise<Sent>) {
    const known = await findKnown(creation);
    const sent = await recordCreation(ledger, { ...creation, known }, sendIt);
    const { address, exchange } = sent;
    if (address !== null) created.push({ path: address, exchange });
    return sent;
  }

  /** Creates an item below a parent; below another one where the first has its only item. */
  async function createBelow(
    resource: Resource,
    post: Operation,
    bound: readonly Bound[],
    identity: string,
  ) {
    const sendTo = (parents: readonly Bound[]) =>
      createOnce({ resource, post, bound: parents, identity }, () =>
        tryBodies(post, parents, identity),
      );
    const first = { ...(await sendTo(bound)), bound };
    if (first.exchange.status !== 409) return first;
    for (const other of await finder.listOthers(bound, identity)) {
      const sent = await sendTo(other);
      if (isGranted(sent.exchange)) return { ...sent, bound: other };
    }
    return first;
  }

  async function create(resource: Resource, identity: string): Promise<string | null> {
    const { create: post } = resource;
    if (post === null || creating.has(post.id)) return null;
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
    const named = await bindParameters(operation, identity);
    const refusal = refuseCall(surface, operation, [...bound, ...named], writes);
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
    async send(draft, identity) {
      const creation = findCreation(surface, draft);
      if (creation === null) return send(draft, identity);
      const { operation: post, ...place } = creation;
      const sendOnce = async () => ({ draft, exchange: await send(draft, identity) });
      return (await createOnce({ ...place, post, identity }, sendOnce)).exchange;
    },
    renew: ({ operation, identity }) => makeBaseline(operation, identity),
    list: () => Promise.all(known.values()),
    async createItem(itemPath, identity) {
      const resource = findResource(surface, itemPath);
      const value = resource === null ? null : await create(resource, identity);
      if (value === null || resource === null) return null;
      return { variable: resource.variable, value, itemPath, origin: "created" };
    },
    bindParameter: finder.bindParameter,
    listOwn: finder.listOwn,
    isNowhere: (exchange, identity) => nowhere.isAlike(exchange, identity),
    async listChanging(baseline) {
      if (baseline.operation.isWrite) return new Set();
      const asked = changing.get(baseline.exchange) ?? learnChanging(baseline);
      changing.set(baseline.exchange, asked);
      return asked;
    },
    listCreated: () => created,
    async cleanUp() {
      await records.restore();
      await removeCreated(ledger, sessions);
    },
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

/** The creation that a request is; null for other requests. */
function findCreation(surface: Surface, draft: RequestDraft) {
  for (const operation of listFitting(surface, draft)) {
    const resource = findCreated(surface, operation);
    if (resource !== null)
      return { operation, resource, bound: readVariables(operation.path, draft.path) };
  }
  return null;
}

/** A baseline that names another item: by the variable of its path, or by a query parameter. */
export function withItem(
  { operation, draft, bound }: Pick<WorkingBaseline, "operation" | "draft" | "bound">,
  item: Bound,
): RequestDraft {
  const { variable, value } = item;
  const others = bound.filter((one) => one.variable !== variable);
  if (operation.path.includes(`{${variable}}`))
    return { ...draft, path: fillPath(operation.path, [...others, item]) };
  const names = { variable, noun: nounOfId({ path: item.itemPath }, variable) };
  const parameters = listIdParameters(operation);
  const name = parameters.find((one) => namesItem(operation, one, names))?.name;
  if (name === undefined) return draft;
  const query = draft.query.filter(([own]) => own !== name);
  return { ...draft, query: [...query, [name, value]] };
}
