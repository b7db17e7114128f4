import { fingerprintKey } from "../../platform/crypto/master-key.ts";
import { listMigrations } from "../../platform/database/migrate.ts";
import { openDatabase, type DatabaseLocation } from "../../platform/database/open-database.ts";
import { readNotedKey } from "../../platform/data-folder/region-data.ts";
import { selectKeyRecords } from "../../platform/keys/key-records.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.types.ts";
import { readGivenKeys } from "./given-keys.ts";

export const regionKeyCheck: Check = {
  name: "keys of regions",
  summary: "The master keys are those that the regions use.",
  async look(target) {
    const given = await readGivenKeys(target).catch(() => null);
    // Another check reports what is wrong with them.
    if (given === null) return [];
    const fingerprints = given.map(fingerprintKey);
    const findings = await Promise.all(
      target.regions.map(async ({ region, location }) => {
        const used = await readUsedKey(location).catch(() => null);
        return used === null ? [] : [compareKey(region, used, fingerprints)];
      }),
    );
    return findings.flat();
  },
};

/** The fingerprint of the key that a region uses; null if there is none yet. */
async function readUsedKey(location: DatabaseLocation): Promise<string | null> {
  // One process at a time can open the folder, and that is the server.
  if (location.engine === "embedded")
    return location.folder === null ? null : readNotedKey(location.folder);
  const database = await openDatabase(location);
  try {
    if (!(await listMigrations(database.db)).includes("016_master_key")) return null;
    const records = await selectKeyRecords(database.db);
    return records.find(({ state }) => state === "active")?.fingerprint ?? null;
  } finally {
    await database.close();
  }
}

function compareKey(region: string, used: string, given: readonly string[]): Finding {
  if (!given.includes(used))
    return fault(
      `Region ${region} uses the master key with the fingerprint ${used}; configured: ${given.join(", ")}.`,
      "Restore the previous key: a server does not start without it.",
    );
  if (given[0] === used) return ok(`Region ${region} uses the newest master key (${used}).`);
  return warning(
    `Region ${region} uses the master key ${used}, although a newer one is configured.`,
    "When every process has the new key, run: admin master-key rotate",
  );
}
