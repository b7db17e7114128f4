import { isSameJson } from "@lintel/json/same";
import { isObject, type JsonObject } from "@lintel/json/value";
import { membersOf, openParts } from "@lintel/samples/schema/parts";
import type { Sessions } from "../identities/sessions.ts";
import { listFitting } from "../surface/match-path.ts";
import type { Operation, Surface } from "../surface/surface.types.ts";
import type { Exchange, RequestDraft } from "../traffic/exchange.types.ts";
import { isGranted } from "../traffic/judge-answer.ts";
import { readJsonBody } from "../traffic/read-body.ts";
import { findRecordId } from "./find-record-id.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { makeRequest } from "./make-request.ts";

/** Sends requests, and remembers the records that they change. */
export interface RecordKeeper {
  /** Reads a record that the scan did not create before its first change, which is in the ledger. */
  send(draft: RequestDraft, identity: string | null): Promise<Exchange>;
  /**
   * Sends the former values of the members that were changed. The ledger keeps a record that has other
   * values afterwards as `left`. Former values are not stored, so a scan that is killed leaves its
   * records changed.
   */
  restore(): Promise<void>;
}

/** A record that an identity changed. */
interface KeptRecord {
  /** Its entry in the ledger; null while nothing is known to be changed that could be read. */
  number: number | null;
  readonly identity: string;
  readonly operation: Operation;
  /** The first change. */
  readonly draft: RequestDraft;
  /** Null where no operation reads the record. */
  readonly reading: RequestDraft | null;
  /** Null where the identity cannot read the record. */
  readonly former: JsonObject | null;
  /** The members that the scan sent. */
  readonly sent: Set<string>;
  /** Whether the target may have accepted a change. */
  isChanged: boolean;
}

export function keepRecords(surface: Surface, sessions: Sessions, ledger: Ledger): RecordKeeper {
  const kept = new Map<string, Promise<KeptRecord>>();

  async function keep(
    { operation, read }: Target,
    draft: RequestDraft,
    identity: string,
  ): Promise<KeptRecord> {
    const reading =
      read === null ? null : { ...makeRequest(surface, read, [], {}, 0), path: draft.path };
    const former = await readRecord(reading, identity);
    const sent = new Set<string>();
    const record = { identity, operation, draft, reading, former, sent, isChanged: false };
    return { ...record, number: former === null ? null : await list(record) };
  }

  const list = ({ identity, operation, draft }: Omit<KeptRecord, "number">): Promise<number> =>
    ledger.begin(identity, operation.id, { path: draft.path, state: "left" });

  async function readRecord(
    reading: RequestDraft | null,
    identity: string,
  ): Promise<JsonObject | null> {
    const answer = reading === null ? null : await sessions.send(reading, identity);
    return answer !== null && isGranted(answer) && isObject(answer.json) ? answer.json : null;
  }

  async function isRestored(record: KeptRecord): Promise<boolean> {
    const { draft, reading, former, identity } = record;
    if (!record.isChanged) return true;
    const present = await readRecord(reading, identity);
    if (former === null || present === null) return false;
    if (hidesMember(surface, record, former, present)) return false;
    const changed = listChanged(record, former, present);
    if (changed.length === 0) return true;
    for (const text of listRestoringBodies(surface, record, former, changed)) {
      const body = { mediaType: draft.body?.mediaType ?? "application/json", text };
      await sessions.send({ ...draft, body }, identity);
      const now = await readRecord(reading, identity);
      if (now !== null && listChanged(record, former, now).length === 0) return true;
    }
    return false;
  }

  return {
    async send(draft, identity) {
      const target = identity === null ? null : findTarget(surface, draft);
      if (identity === null || target === null || isCreated(ledger.entries, draft))
        return sessions.send(draft, identity);
      const key = `${identity} ${draft.path}`;
      const keeping = kept.get(key) ?? keep(target, draft, identity);
      kept.set(key, keeping);
      const record = await keeping;
      for (const name of Object.keys(readJsonBody(draft) ?? {})) record.sent.add(name);
      const exchange = await sessions.send(draft, identity);
      record.isChanged ||= isGranted(exchange) || exchange.status === 0;
      if (record.isChanged) record.number ??= await list(record);
      return exchange;
    },
    async restore() {
      for (const keeping of [...kept.values()].toReversed()) {
        const record = await keeping.catch(() => null);
        if (record === null || record.number === null || !(await isRestored(record))) continue;
        await ledger.set(record.number, { state: "removed" });
      }
    },
  };
}

interface Target {
  readonly operation: Operation;
  readonly read: Operation | null;
}

/** The operation that changes a record, and the one that reads it; null for other requests. */
function findTarget(surface: Surface, draft: RequestDraft): Target | null {
  if (draft.method !== "PUT" && draft.method !== "PATCH") return null;
  const [operation] = listFitting(surface, draft);
  if (operation === undefined) return null;
  const reads = surface.operations.find(
    (one) => one.method === "GET" && one.path === operation.path,
  );
  return { operation, read: reads ?? null };
}

/** Whether a request is about something that the scan created, which is deleted at the end. */
function isCreated(entries: readonly LedgerEntry[], { path, query }: RequestDraft): boolean {
  const pairs = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const address = `${path}?${pairs.join("&")}`;
  return entries.some(
    (entry) =>
      entry.path !== null &&
      (entry.state === "created" || entry.state === "removed") &&
      findRecordId(address, entry.path) !== null,
  );
}

/** A member that is null is as good as absent: a change cannot remove a member everywhere. */
const isSameMember = (left: unknown, right: unknown): boolean =>
  isSameJson(left ?? null, right ?? null);

const listChanged = ({ sent }: KeptRecord, former: JsonObject, present: JsonObject): string[] =>
  [...sent].filter((name) => !isSameMember(former[name], present[name]));

const listNamed = (surface: Surface, { body }: Operation): ReadonlySet<string> =>
  new Set(membersOf(openParts(surface.source, body?.schema).parts, "properties").keys());

/** Whether the scan sent a documented member that cannot be read, such as a password. */
function hidesMember(
  surface: Surface,
  { operation, sent }: KeptRecord,
  former: JsonObject,
  present: JsonObject,
): boolean {
  const named = listNamed(surface, operation);
  const isShown = (name: string) => Object.hasOwn(former, name) || Object.hasOwn(present, name);
  return [...sent].some((name) => named.has(name) && !isShown(name));
}

/** All changed members, and then only the documented ones, because others may be refused. */
function listRestoringBodies(
  surface: Surface,
  { operation, draft }: KeptRecord,
  former: JsonObject,
  changed: readonly string[],
): string[] {
  const named = listNamed(surface, operation);
  const whole = operation.method === "PUT" ? Object.keys(readJsonBody(draft) ?? {}) : [];
  const write = (names: readonly string[]) =>
    JSON.stringify(
      Object.fromEntries([...whole, ...names].map((name) => [name, former[name] ?? null])),
    );
  return [...new Set([write(changed), write(changed.filter((name) => named.has(name)))])];
}
