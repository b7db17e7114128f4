import { findAccount } from "../surface/account-nouns.ts";
import type { ItemNames } from "../surface/id-parameters.ts";
import { findPageSize } from "../surface/page-size-parameter.ts";
import {
  cutAfter,
  findPathOfId,
  findPathOfParameter,
  findResource,
  listVariables,
  type Resource,
} from "../surface/resources.ts";
import type { Operation, Parameter, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import type { Bound } from "./baseline.types.ts";
import { makeRequest, writeValue } from "./make-request.ts";
import type { ReadOwnId } from "./own-ids.ts";
import { findItems, readId } from "./read-items.ts";

/** The items that an identity sees in a list. */
export interface OwnList {
  readonly ids: readonly string[];
  /** Whether these are all items: a list that is cut proves nothing about what it omits. */
  readonly isWhole: boolean;
  readonly exchange: Exchange;
}

export interface ItemFinder {
  /** The values of the variables of a path; the name of the first variable that has none. */
  bind(path: string, identity: string): Promise<readonly Bound[] | string>;
  /** The id that an identity can name by a query parameter; null if it has none of its own. */
  readonly bindParameter: (
    operation: Operation,
    parameter: Parameter,
    identity: string,
  ) => Promise<Bound | null>;
  /** The same values with other items of the list in the last one, where an item is taken. */
  readonly listOthers: (
    bound: readonly Bound[],
    identity: string,
  ) => Promise<readonly (readonly Bound[])[]>;
  /** The list that contains the items of a path; null if there is none, or it is refused. */
  readonly listOwn: (itemPath: string, identity: string) => Promise<OwnList | null>;
}

export interface FinderParts {
  readonly surface: Surface;
  readonly send: (draft: RequestDraft, identity: string) => Promise<Exchange>;
  /** Creates an item, and returns its id; null if that is not allowed or fails. */
  readonly create: (resource: Resource, identity: string) => Promise<string | null>;
  readonly readOwnId: ReadOwnId;
}

/** A variable of a path whose value is looked for. */
interface Wanted {
  readonly itemPath: string;
  readonly variable: string;
  /** The account that it names, where the path goes on behind it. */
  readonly account: ItemNames | null;
}

/** Items of a parent that are tried where one per parent is the rule and the first is taken. */
const maxOthers = 2;

export function createItemFinder({ surface, send, create, readOwnId }: FinderParts): ItemFinder {
  const lists = new Map<string, Promise<OwnList | null>>();
  const items = new Map<string, Promise<Bound | null>>();

  async function readList(list: Operation, resource: Resource, identity: string) {
    const bound = await bind(list.path, identity);
    if (typeof bound === "string") return null;
    const draft = makeRequest(surface, list, bound, {}, 0);
    const exchange = await send(draft, identity);
    const found = isGranted(exchange) ? findItems(exchange.json) : null;
    if (found === null) return null;
    const ids = found.map((item) => readId(item, resource)).filter((id) => id !== null);
    return { ids, isWhole: isWhole(list, exchange, found.length), exchange };
  }

  function listOwn(itemPath: string, identity: string): Promise<OwnList | null> {
    const resource = findResource(surface, itemPath);
    const list = resource?.list ?? null;
    if (resource === null || list === null || list.danger !== null) return Promise.resolve(null);
    const key = `${identity} ${list.id}`;
    const known = lists.get(key) ?? readList(list, resource, identity);
    lists.set(key, known);
    return known;
  }

  async function findItem(
    { itemPath, variable, account }: Wanted,
    identity: string,
    given: unknown,
  ): Promise<Bound | null> {
    const resource = findResource(surface, itemPath);
    const own = { variable, itemPath };
    const value = account === null ? null : await readOwnId(account, identity);
    if (value !== null) return { ...own, value, origin: "own" as const };
    const created = resource === null ? null : await create(resource, identity);
    if (created !== null) return { ...own, value: created, origin: "created" as const };
    const listed = (await listOwn(itemPath, identity))?.ids[0];
    if (listed !== undefined) return { ...own, value: listed, origin: "listed" as const };
    const elsewhere = await findByNoun(itemPath, variable, identity);
    const example = elsewhere ?? writeValue(given);
    return example === null ? null : { ...own, value: example, origin: "example" as const };
  }

  /** `/cart/items/{bookId}` names a book, which the list of `/books/{bookId}` has. */
  async function findByNoun(itemPath: string, variable: string, identity: string) {
    const path = findPathOfId(surface, variable);
    if (path === null || path === itemPath) return undefined;
    return (await listOwn(path, identity))?.ids[0];
  }

  async function bind(path: string, identity: string): Promise<readonly Bound[] | string> {
    const bound: Bound[] = [];
    for (const variable of listVariables(path)) {
      const itemPath = cutAfter(path, variable);
      // What lies below an account is asked for with the caller's own; the account alone is not.
      const account = itemPath === path ? null : findAccount(itemPath, variable);
      const key = `${identity} ${itemPath} ${account !== null}`;
      const given = exampleOf(surface, path, variable);
      const known = items.get(key) ?? findItem({ itemPath, variable, account }, identity, given);
      items.set(key, known);
      const one = await known;
      if (one === null) return variable;
      bound.push(one);
    }
    return bound;
  }

  async function bindParameter(operation: Operation, parameter: Parameter, identity: string) {
    const { name } = parameter;
    const account = findAccount(operation.path, name);
    const value = account === null ? null : await readOwnId(account, identity);
    if (value !== null) return { variable: name, value, itemPath: "", origin: "own" } as const;
    const path = findPathOfParameter(surface, operation, parameter);
    const bound = path === null ? "" : await bind(path, identity);
    const last = typeof bound === "string" ? undefined : bound.at(-1);
    return last === undefined || last.origin === "example" ? null : last;
  }

  async function listOthers(bound: readonly Bound[], identity: string) {
    const last = bound.at(-1);
    if (last?.origin !== "listed") return [];
    const own = await listOwn(last.itemPath, identity);
    const others = own?.ids.filter((id) => id !== last.value).slice(0, maxOthers) ?? [];
    return others.map((value) => [...bound.slice(0, -1), { ...last, value }]);
  }

  return { bind, bindParameter, listOwn, listOthers };
}

/** The example of a path variable, in any operation of the path. */
function exampleOf(surface: Surface, path: string, variable: string): unknown {
  const parameters = surface.operations
    .filter((operation) => operation.path === path)
    .flatMap((operation) => operation.parameters);
  return parameters.find(
    ({ name, in: place, example }) =>
      place === "path" && name === variable && example !== undefined,
  )?.example;
}

/** Members of a page that count the items of the whole list. */
const totalName = /^(?:total|totalCount|total_count|totalItems|totalElements|count)$/i;
const nextName = /^(?:next|nextPage|next_page|nextCursor|next_cursor|cursor|continuation)$/i;

function isWhole(list: Operation, { json, responseHeaders }: Exchange, shown: number): boolean {
  const members = Object.entries(typeof json === "object" && json !== null ? json : {});
  const total = members.find(([name, value]) => totalName.test(name) && typeof value === "number");
  if (total !== undefined) return shown >= Number(total[1]);
  if (members.some(([name, value]) => nextName.test(name) && Boolean(value))) return false;
  const links = responseHeaders.filter(([name]) => name === "link").map(([, value]) => value);
  if (links.some((value) => /rel="?next/i.test(value))) return false;
  const isPaged = findPageSize(list) !== undefined;
  // A page whose size is unknown is taken for whole only while it is shorter than any usual size.
  return !isPaged || shown < 10;
}
