import { fingerprintKey } from "../../platform/crypto/master-key.ts";
import { listMigrations } from "../../platform/database/migrate.ts";
import { openDatabase, type DatabaseLocation } from "../../platform/database/open-database.ts";
import { readNotedKey } from "../../platform/data-folder/region-data.ts";
import { selectKeyRecords } from "../../platform/keys/key-records.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.types.ts";
import { readGivenKeys } from "./given-keys.ts";

export const regionKeyCheck: Check = {
  name: "keys of regions",
  summary: "The master keys are those that the regions are used with.",
  async look(target) {
    const given = await readGivenKeys(target).catch(() => null);
    // What is wrong with them is the finding of another check.
    if (given === null) return [];
    const fingerprints = given.map(fingerprintKey);
    const findings = await Promise.all(
      target.regions.map(async ({ region, location }) => {
        const used = await readUsedKey(location).catch(() => null);
        return used === null ? [] : [judge(region, used, fingerprints)];
      }),
    );
    return findings.flat();
  },
};

/** The fingerprint of the key that a region is used with; null where there is none yet. */
async function readUsedKey(location: DatabaseLocation): Promise<string | null> {
  // A folder is opened by one process at a time, and that is the server.
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

function judge(region: string, used: string, given: readonly string[]): Finding {
  if (!given.includes(used))
    return fault(
      `Region ${region} is used with the master key of fingerprint ${used}; given are ${given.join(", ")}.`,
      "Bring back the key that was there before: a server does not start without it.",
    );
  if (given[0] === used)
    return ok(`Region ${region} is used with the newest master key (${used}).`);
  return warning(
    `Region ${region} is used with the master key ${used}, although a newer one was given.`,
    "Begin to use it when every process has it: admin master-key rotate",
  );
}
