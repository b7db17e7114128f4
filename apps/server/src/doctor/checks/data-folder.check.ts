import { lstat } from "node:fs/promises";
import { checkPrivate } from "../../platform/data-folder/data-folder.ts";
import { fault, ok, warning, type Check } from "./check.types.ts";

export const dataFolderCheck: Check = {
  name: "data folder",
  summary: "The data folder is there and closed to others.",
  async look({ dataFolder }) {
    const status = await lstat(dataFolder).catch(() => null);
    if (status === null) {
      return [
        warning(
          `${dataFolder} is not there yet.`,
          "The first start makes it; if it should be there, set LINTEL_DATA to it.",
        ),
      ];
    }
    try {
      await checkPrivate(dataFolder, "folder", 0o700);
    } catch (error) {
      return [fault(`${dataFolder} cannot be used.`, (error as Error).message)];
    }
    return [ok(`${dataFolder} is closed to others.`)];
  },
};
