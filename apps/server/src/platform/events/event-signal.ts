import type { Database } from "../database/open-database.ts";

/** Notifies readers in this process that an organization may have newer events. */
export interface EventSignal {
  /** To be called after the commit. Readers of other processes find out by polling. */
  wake(organizationId: string): void;
  listen(organizationId: string): EventListener;
}

export interface EventListener {
  /** Resolves once there may be events since it last did, the time is over, or the signal is aborted. */
  wait(limitMs: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

interface Listener {
  readonly organizationId: string;
  isBehind: boolean;
  resume(): void;
}

const pollMs = 1000;

/** Reads the heads of the organizations that somebody listens to, all by one statement a second. */
export function createEventSignal(database: () => Promise<Database>): EventSignal {
  const listeners = new Set<Listener>();
  const heads = new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;

  function wake(organizationId: string): void {
    for (const listener of listeners) {
      if (listener.organizationId !== organizationId) continue;
      listener.isBehind = true;
      listener.resume();
    }
  }

  async function poll(): Promise<void> {
    const ids = [...new Set(Array.from(listeners, ({ organizationId }) => organizationId))];
    try {
      for (const [id, head] of await selectHeads(await database(), ids)) {
        if (heads.get(id) !== head) wake(id);
        heads.set(id, head);
      }
    } catch {
      // An outage of the database is logged by calls; the next look may succeed.
    }
    timer = listeners.size === 0 ? undefined : setTimeout(() => void poll(), pollMs).unref();
    if (timer === undefined) heads.clear();
  }

  return {
    wake,
    listen(organizationId) {
      // It reads at once: what happened before it listened needs no signal.
      const listener: Listener = { organizationId, isBehind: true, resume: () => {} };
      listeners.add(listener);
      timer ??= setTimeout(() => void poll(), pollMs).unref();
      return {
        async wait(limitMs, signal) {
          if (!listener.isBehind && !signal.aborted) await pause(listener, limitMs, signal);
          listener.isBehind = false;
        },
        close: () => void listeners.delete(listener),
      };
    },
  };
}

function pause(listener: Listener, limitMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const resume = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", resume);
      listener.resume = () => {};
      resolve();
    };
    const timer = setTimeout(resume, limitMs).unref();
    signal.addEventListener("abort", resume, { once: true });
    listener.resume = resume;
  });
}

async function selectHeads(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("auditHead")
    .select(["organizationId", "eventSequence"])
    .where("organizationId", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.organizationId, row.eventSequence]));
}
