import type { Database } from "../database/open-database.ts";
import { inTransaction } from "../database/transaction.ts";
import type { Emission, Emit, Emitted } from "../events/emission.ts";
import type { Platform } from "./platform.ts";
import { recordEvents } from "./record.ts";

const system = { type: "system", id: null, name: "system", keyId: null } as const;

/** A change that no call makes: by a job or a schedule. */
export interface SystemChange {
  readonly trx: Database;
  readonly now: Date;
  readonly emit: Emit;
}

export type SystemPlatform = Pick<Platform, "clock" | "keys" | "subscribers" | "events">;

/** Runs a change of an organization in a transaction, with its events and audit entries. */
export async function changeAsSystem<T>(
  platform: SystemPlatform,
  db: Database,
  organizationId: string,
  change: (context: SystemChange) => Promise<T>,
): Promise<T> {
  const emitted: Emitted[] = [];
  const emit: Emit = (name, event) =>
    void emitted.push({ projectId: null, ...(event as Emission), name });
  const result = await inTransaction(db, async (trx) => {
    emitted.length = 0;
    const now = platform.clock.now();
    const made = await change({ trx, now, emit });
    const base = { organizationId, occurredAt: now, actor: system, requestId: null, details: {} };
    await recordEvents(platform, trx, base, emitted);
    return made;
  });
  if (emitted.length > 0) platform.events.wake(organizationId);
  return result;
}
