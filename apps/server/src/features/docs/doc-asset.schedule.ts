import type { Schedule } from "../../platform/jobs/schedules.ts";
import type { Platform } from "../../platform/kernel/platform.ts";
import { inTransaction } from "../../platform/database/transaction.ts";
import { deleteUnusedTexts, selectWithUnusedTexts } from "./doc-archive.store.ts";
import { deleteUploads, deleteWaste, lockAssets, selectWasteful } from "./doc-asset.store.ts";

/** How long a project may use bytes that it uploaded and that none of its versions uses. */
const waitMs = 24 * 3600 * 1000;

/** Deletes bytes and texts of deleted versions, and uploaded bytes that no version used in time. */
export function assetCleanup({ clock, log, region }: Platform): Schedule {
  return {
    name: "docAsset",
    cron: "17 * * * *",
    timeZone: "UTC",
    async run(db, signal) {
      const before = new Date(clock.now().getTime() - waitMs);
      await deleteUploads(db, before);
      for (const organizationId of await selectWasteful(db, before)) {
        if (signal.aborted) return;
        const assets = await inTransaction(db, async (trx) => {
          await lockAssets(trx, organizationId);
          return deleteWaste(trx, organizationId, before);
        });
        if (assets > 0) log.info({ region, organizationId, assets }, "unused assets are deleted");
      }
      for (const organizationId of await selectWithUnusedTexts(db)) {
        if (signal.aborted) return;
        const texts = await inTransaction(db, async (trx) => {
          await lockAssets(trx, organizationId);
          return deleteUnusedTexts(trx, organizationId);
        });
        log.info({ region, organizationId, texts }, "texts of deleted versions are deleted");
      }
    },
  };
}
