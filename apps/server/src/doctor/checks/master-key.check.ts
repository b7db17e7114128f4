import { existsSync } from "node:fs";
import { keyFileOf, readKeyFile } from "../../platform/data-folder/key-file.ts";
import { listRegionFolders } from "../../platform/data-folder/region-data.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.types.ts";

export const masterKeyCheck: Check = {
  name: "master key",
  summary: "The key that seals secrets is there, whole and private.",
  async look({ dataFolder, masterKeys }) {
    const file = keyFileOf(dataFolder);
    if (masterKeys !== null)
      return [existsSync(file) ? bothGiven(file) : ok("LINTEL_MASTER_KEY is set.")];
    try {
      const keys = await readKeyFile(file);
      if (keys !== null)
        return [ok(`${file} is whole and private. Keep a copy apart from your backups.`)];
    } catch (error) {
      return [fault(`${file} cannot be used.`, (error as Error).message)];
    }
    return [await describeAbsence(dataFolder, file)];
  },
};

function bothGiven(file: string): Finding {
  return warning(
    `LINTEL_MASTER_KEY is set, and ${file} is there too; the setting counts.`,
    "Remove the file if both are the same key; if not, find out which one sealed your secrets.",
  );
}

async function describeAbsence(dataFolder: string, file: string): Promise<Finding> {
  const [region] = await listRegionFolders(dataFolder).catch(() => []);
  return region === undefined
    ? warning(
        `${file} is not there yet.`,
        "The first start makes it. If there was one, bring it back before you start.",
      )
    : fault(
        `${region} holds data, and ${file} is not there.`,
        "Bring back the key that the data were written with, or set LINTEL_MASTER_KEY to it.",
      );
}
