import { readFile } from "node:fs/promises";
import path from "node:path";
import { parseMasterKey } from "../../platform/crypto/master-key.ts";
import { checkPrivate } from "../../platform/data-folder/data-folder.ts";
import { fault, ok, warning, type Check } from "./check.types.ts";

export const masterKeyCheck: Check = {
  name: "master key",
  summary: "The key that seals secrets is there, whole and private.",
  async look({ dataFolder, hasMasterKeySetting }) {
    const file = path.join(dataFolder, "master.key");
    const text = await readFile(file, "utf8").catch(() => null);
    if (hasMasterKeySetting) {
      return text === null
        ? [ok("LINTEL_MASTER_KEY is set.")]
        : [
            warning(
              `LINTEL_MASTER_KEY is set, and ${file} is there too; the setting counts.`,
              "Remove the file if both are the same key; if not, find out which one sealed your secrets.",
            ),
          ];
    }
    if (text === null)
      return [
        warning(
          `${file} is not there yet.`,
          "The first start makes it. If there was one, bring it back before you start.",
        ),
      ];
    if (parseMasterKey(text) === null)
      return [
        fault(
          `${file} holds no master key.`,
          "Bring the key back from where you keep it; without it sealed secrets stay sealed.",
        ),
      ];
    try {
      await checkPrivate(file, "file", 0o600);
    } catch (error) {
      return [fault(`${file} is not private.`, (error as Error).message)];
    }
    return [ok(`${file} is whole and private. Keep a copy apart from your backups.`)];
  },
};
