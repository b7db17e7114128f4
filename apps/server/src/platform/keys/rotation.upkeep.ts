import type { Database } from "../database/open-database.ts";
import type { Upkeep } from "../jobs/job.types.ts";
import { continueRotation, type Rotated } from "./rotation.ts";

/** Continues the rotation of a region's master key in the background. */
export interface RotationWork {
  readonly upkeep: Upkeep;
  /** Continues it now; whether it is finished. */
  continue(db: Database): Promise<boolean>;
  stop(): Promise<void>;
}

export function createRotationWork(rotated: Rotated): RotationWork {
  const stopping = new AbortController();
  let running: Promise<boolean> | null = null;

  const next = (db: Database): Promise<boolean> =>
    (running ??= continueRotation(db, rotated, stopping.signal).finally(() => {
      running = null;
    }));

  return {
    continue: next,
    upkeep: {
      kind: "masterKey",
      async sweep(db) {
        await next(db);
      },
    },
    async stop() {
      stopping.abort();
      await running?.catch(() => {});
    },
  };
}
