import { eventNames } from "@lintel/contract/events";
import type { InputOf, OutgoingStream, StreamMessage } from "@lintel/contract/operation";
import type { streamEvents } from "@lintel/contract/operations/event";
import type { Permission } from "@lintel/contract/words/permissions";
import type { Principal } from "../../platform/credentials/principal.ts";
import type { Database } from "../../platform/database/open-database.ts";
import { selectEvents, type StoredEvent } from "../../platform/events/event-rows.ts";
import type { EventSignal } from "../../platform/events/event-signal.ts";
import type { CallContext } from "../../platform/kernel/implementation.ts";
import { needProject } from "../../platform/kernel/need-project.ts";
import { invalid, notFound } from "../../platform/problem.ts";
import { toEvent } from "./event.view.ts";
import { selectRange, type EventRange } from "./event.store.ts";
import type { OpenStreams } from "./open-streams.ts";

type Input = InputOf<typeof streamEvents>;

/** How often the caller of an open stream is revalidated. */
const revalidateMs = 5000;
const batchSize = 200;

export interface StreamPlatform {
  readonly database: () => Promise<Database>;
  readonly events: EventSignal;
  readonly streams: OpenStreams;
}

/** What one stream sends, and to whom. */
interface Follower {
  readonly organizationId: string;
  readonly types: ReadonlySet<string> | null;
  readonly projectId: string | null;
  readonly revalidate: CallContext["revalidate"];
  principal: Principal;
}

export async function followEvents(
  { database, events, streams }: StreamPlatform,
  { db, principal, revalidate }: CallContext,
  input: Input,
): Promise<OutgoingStream> {
  const { organizationId, credentialId, user } = principal;
  const types = readTypes(input.types);
  const projectId = input.projectId?.toLowerCase() ?? null;
  const range = organizationId === null ? undefined : await selectRange(db, organizationId);
  if (organizationId === null || range === undefined) throw notFound("The organization");
  if (projectId !== null) await needProject(db, principal, organizationId, projectId);
  const follower = { organizationId, types, projectId, revalidate, principal };
  return {
    open(gone) {
      const signal = streams.open(user?.id ?? credentialId ?? "", gone);
      return follow({ database, events }, follower, resume(range, input.lastEventId), signal);
    },
  };
}

function readTypes(given: string | undefined): ReadonlySet<string> | null {
  if (given === undefined) return null;
  const types = given.split(",").map((type) => type.trim());
  const unknown = types.find((type) => !eventNames.some((name) => name === type));
  if (unknown === undefined) return new Set(types);
  throw invalid({ field: "types", code: "unknown", message: "Names a type that does not exist." });
}

interface Start {
  readonly epoch: string;
  readonly after: string;
  /** The reader may have missed events, and has to read the present state. */
  readonly isReset: boolean;
}

/** Where a stream goes on: after the last event that the reader has, or now. */
function resume({ epoch, last, oldest }: EventRange, lastEventId: string | undefined): Start {
  if (lastEventId === undefined) return { epoch, after: last, isReset: false };
  const [, ofEpoch, given = ""] = /^([\da-f-]{36})\.(\d{1,18})$/.exec(lastEventId) ?? [];
  const isKnown = ofEpoch === epoch && BigInt(given) <= BigInt(last);
  const isKept = given === last || (oldest !== null && BigInt(given) + 1n >= BigInt(oldest));
  return isKnown && isKept
    ? { epoch, after: given, isReset: false }
    : { epoch, after: last, isReset: true };
}

async function* follow(
  { database, events }: Pick<StreamPlatform, "database" | "events">,
  follower: Follower,
  { epoch, after, isReset }: Start,
  signal: AbortSignal,
): AsyncGenerator<StreamMessage> {
  const listener = events.listen(follower.organizationId);
  let cursor = after;
  let sent = after;
  let revalidatedAt = performance.now();
  try {
    const id = `${epoch}.${cursor}`;
    yield isReset ? { id, event: "reset", data: {} } : { id };
    for (;;) {
      await listener.wait(revalidateMs, signal);
      if (signal.aborted) return;
      if (performance.now() - revalidatedAt >= revalidateMs) {
        follower.principal = await follower.revalidate();
        revalidatedAt = performance.now();
        // What was not for this reader is not read again after a break.
        if (sent !== cursor) yield { id: `${epoch}.${(sent = cursor)}` };
      }
      for await (const event of readAfter(await database(), follower.organizationId, cursor)) {
        cursor = event.sequence;
        if (!isFor(follower, event)) continue;
        sent = cursor;
        yield toMessage(epoch, event);
      }
    }
  } finally {
    listener.close();
  }
}

async function* readAfter(
  db: Database,
  organizationId: string,
  after: string,
): AsyncGenerator<StoredEvent> {
  for (;;) {
    const rows = await selectEvents(db, organizationId, after, batchSize);
    yield* rows;
    if (rows.length < batchSize) return;
    after = rows.at(-1)?.sequence ?? after;
  }
}

function isFor({ types, projectId, principal }: Follower, event: StoredEvent): boolean {
  if (types !== null && !types.has(event.type)) return false;
  if (projectId !== null && event.projectId !== projectId) return false;
  const target = event.projectId === null ? "organization" : { projectId: event.projectId };
  return principal.check(event.permission as Permission, target) === null;
}

function toMessage(epoch: string, event: StoredEvent): StreamMessage {
  return { id: `${epoch}.${event.sequence}`, event: event.type, data: toEvent(event) };
}
