import type { Upkeep } from "../../platform/jobs/job.types.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { deleteWaste, lockAssets, selectWasteful } from "./doc-asset.store.ts";

/** How long bytes wait for a version that uses them. */
const waitMs = 24 * 3600 * 1000;
const intervalMs = 3600 * 1000;

/** Takes away bytes that were uploaded for a version that never came, or whose versions are gone. */
export function assetUpkeep({ clock, log, region }: Platform): Upkeep {
  let sweptAt = -Infinity;
  return {
    kind: "docAsset",
    async sweep(db) {
      if (clock.monotonic() - sweptAt < intervalMs) return;
      sweptAt = clock.monotonic();
      const before = new Date(clock.now().getTime() - waitMs);
      for (const organizationId of await selectWasteful(db, before)) {
        const assets = await inTransaction(db, async (trx) => {
          await lockAssets(trx, organizationId);
          return deleteWaste(trx, organizationId, before);
        });
        if (assets > 0) log.info({ region, organizationId, assets }, "unused assets are deleted");
      }
    },
  };
}
