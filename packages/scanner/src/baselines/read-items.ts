import { isList, isObject, type JsonObject } from "@lintel/json/value";
import { toNoun } from "@lintel/samples/known-ids";
import type { ItemNames } from "../surface/id-parameters.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { headerOf } from "../traffic/header-of.ts";

/** Members of an answer that probably contain the items of a list. */
const itemsMember = /^(?:items|data|results?|records|rows|content|value|values|list|entries)$/i;

/** The items in the answer of a list: the answer itself, or the list in one of its members. */
export function findItems(json: unknown): readonly unknown[] | null {
  if (isList(json)) return json;
  if (!isObject(json)) return null;
  const lists = Object.entries(json).filter((entry) => isList(entry[1]));
  const [, named] = lists.find(([name]) => itemsMember.test(name)) ?? lists[0] ?? [];
  if (named !== undefined) return named as readonly unknown[];
  const inner = Object.entries(json).find(
    ([name, member]) => isObject(member) && (itemsMember.test(name) || name === "_embedded"),
  );
  return inner === undefined ? null : findItems(inner[1]);
}

const isId = (value: unknown): value is string | number =>
  typeof value === "number" ||
  (typeof value === "string" && value.length <= 200 && !leadsElsewhere(value));

/** Such an id, in a path, names another address: that of the list or of the parent. */
const leadsElsewhere = (id: string): boolean =>
  id.split(/[/\\]/).some((segment) => ["", ".", ".."].includes(segment.trim()));

/** The id by which an item is addressed; null if none of its members can be it. */
export function readId(item: unknown, { variable, noun }: ItemNames): string | null {
  if (isId(item)) return String(item);
  if (!isObject(item)) return null;
  const names = [variable, "id", `${noun}Id`, `${noun}_id`, "_id", "uuid", "slug", "key", "code"];
  for (const name of [...names, "username", "name"]) {
    const value = findMember(item, name);
    if (isId(value)) return String(value);
  }
  return null;
}

const fold = (name: string): string => name.replaceAll(/[_-]/g, "").toLowerCase();

function findMember(item: JsonObject, name: string): unknown {
  const [, value] = Object.entries(item).find(([own]) => fold(own) === fold(name)) ?? [];
  return value;
}

/**
 * The id of a created item: from the answer, wrapped or not, else from its `Location`. Null for work
 * that is done later (202), whose id is that of a job.
 */
export function readCreatedId(
  { status, json, url, responseHeaders }: Exchange,
  resource: ItemNames,
): string | null {
  if (status === 202) return null;
  const own = readId(json, resource);
  if (own !== null) return own;
  const wrapped = isObject(json) ? Object.values(json).filter(isObject) : [];
  for (const member of wrapped) {
    const id = readId(member, resource);
    if (id !== null) return id;
  }
  const location = headerOf(responseHeaders, "location");
  return location === null ? null : readIdOfAddress(location, url, resource);
}

/** The id at the end of an address of the same target, if it lies in the collection of the resource. */
function readIdOfAddress(location: string, base: string, { noun }: ItemNames): string | null {
  const address = URL.parse(location, base);
  if (address === null || address.origin !== new URL(base).origin) return null;
  const [collection = "", last = ""] = address.pathname.replace(/\/$/, "").split("/").slice(-2);
  const id = decode(last);
  return toNoun(collection) === noun && isId(id) ? id : null;
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
