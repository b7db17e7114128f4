import { listIdParameters, namesItem, type ItemNames } from "../surface/id-parameters.ts";
import { cutAfter, type Resource } from "../surface/resources.ts";
import type { Operation } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { ScanEnd } from "../traffic/scan-end.ts";
import type { Bound } from "./baseline.types.ts";
import { nobody, type Ledger } from "./ledger.ts";
import { fillPath } from "./make-request.ts";
import { readCreatedId } from "./read-items.ts";

export interface Sent {
  readonly draft: RequestDraft;
  readonly exchange: Exchange;
}

/** An item that a scan created, by its address, and the request that created it. */
export interface CreatedRecord {
  readonly path: string;
  readonly exchange: Exchange;
}

/** What is created, and by whom; null is a request without a credential. */
export interface Creation {
  readonly resource: Resource;
  readonly post: Operation;
  readonly bound: readonly Bound[];
  readonly identity: string | null;
  /** The ids of items that were there before. */
  readonly known: ReadonlySet<string>;
}

/**
 * Sends a request that creates an item, between two entries in the ledger. Returns also the id of the
 * item and its address; null where there is none.
 *
 * @throws ScanEnd
 */
export async function recordCreation(
  ledger: Ledger,
  { resource, post, bound, identity, known }: Creation,
  send: () => Promise<Sent>,
): Promise<Sent & { readonly id: string | null; readonly address: string | null }> {
  const number = await ledger.begin(identity ?? nobody, post.id);
  const sent = await send().catch(async (error: unknown) => {
    if (error instanceof ScanEnd && error.isUnsent)
      await ledger.set(number, { state: "notCreated" });
    throw error;
  });
  const { exchange } = sent;
  const answered = isGranted(exchange) ? readCreatedId(exchange, resource) : null;
  // A target may answer with an item that it has already.
  const isKnown = answered !== null && known.has(answered);
  const isCreated = isGranted(exchange) && !isKnown;
  const id = isKnown ? null : answered;
  const { remove, read } = resource;
  const addressFor = (operation: Operation | null): string | null =>
    id === null || operation === null ? null : itemAddress(operation, bound, resource, id);
  const path = addressFor(remove);
  // Where the answer was lost, the item may exist.
  const isLost = exchange.status === 0 && exchange.isUnsent !== true;
  if (!isLost) await ledger.set(number, { path, state: isCreated ? "created" : "notCreated" });
  return { ...sent, id, address: path ?? addressFor(read) };
}

/** The address of a created item, whose path may lie below another one, or have the id in its query. */
function itemAddress(
  remove: Operation,
  bound: readonly Bound[],
  names: ItemNames,
  id: string,
): string {
  const { path } = remove;
  const { variable } = names;
  if (!path.includes(`{${variable}}`)) {
    const parameter = listIdParameters(remove).find((one) => namesItem(remove, one, names));
    return `${path}?${encodeURIComponent(parameter?.name ?? variable)}=${encodeURIComponent(id)}`;
  }
  const itemPath = cutAfter(path, variable);
  const item: Bound = { variable, value: id, itemPath, origin: "created" };
  return fillPath(path, [...bound.filter((one) => one.variable !== variable), item]);
}
