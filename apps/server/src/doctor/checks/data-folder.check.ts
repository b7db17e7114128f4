import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { checkPrivate } from "../../platform/data-folder/check-private.ts";
import { fault, ok, warning, type Check } from "./check.types.ts";

export const dataFolderCheck: Check = {
  name: "data folder",
  summary: "The data folder exists and is private.",
  async look({ dataFolder }) {
    const status = await lstat(dataFolder).catch(() => null);
    if (status === null) {
      return [
        warning(
          `${dataFolder} does not exist yet.`,
          "The first start creates it. If it should exist already, set LINTEL_DATA to its path.",
        ),
      ];
    }
    try {
      await checkPrivate(dataFolder, "folder", 0o700);
    } catch (error) {
      return [fault(`${dataFolder} cannot be used.`, (error as Error).message)];
    }
    const code = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    return [
      code === null
        ? ok(`${dataFolder} is private.`)
        : fault(
            `${dataFolder} cannot be written (${code}).`,
            `Make it writable for this user (chmod 0700 ${dataFolder}), or mount its disk for writing.`,
          ),
    ];
  },
};
