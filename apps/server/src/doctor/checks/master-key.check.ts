import { existsSync } from "node:fs";
import { keyFileOf, readKeyFile } from "../../platform/data-folder/key-file.ts";
import { listRegionFolders } from "../../platform/data-folder/region-data.ts";
import { fault, ok, warning, type Check, type Finding } from "./check.types.ts";

export const masterKeyCheck: Check = {
  name: "master key",
  summary: "The key that encrypts secrets exists, is complete and is private.",
  async look({ dataFolder, masterKeys }) {
    const file = keyFileOf(dataFolder);
    if (masterKeys !== null)
      return [existsSync(file) ? bothGiven(file) : ok("LINTEL_MASTER_KEY is set.")];
    try {
      const keys = await readKeyFile(file);
      if (keys !== null)
        return [ok(`${file} is complete and private. Store a copy separately from your backups.`)];
    } catch (error) {
      return [fault(`${file} cannot be used.`, (error as Error).message)];
    }
    return [await describeAbsence(dataFolder, file)];
  },
};

function bothGiven(file: string): Finding {
  return warning(
    `LINTEL_MASTER_KEY is set, and ${file} exists too; the setting takes precedence.`,
    "Remove the file if both are the same key. Otherwise find out which one encrypted your secrets.",
  );
}

async function describeAbsence(dataFolder: string, file: string): Promise<Finding> {
  const [region] = await listRegionFolders(dataFolder).catch(() => []);
  return region === undefined
    ? warning(
        `${file} does not exist yet.`,
        "The first start creates it. If there was one, restore it before you start.",
      )
    : fault(
        `${region} contains data, but ${file} does not exist.`,
        "Restore the key with which the data were written, or set LINTEL_MASTER_KEY to it.",
      );
}
