import { constants } from "node:fs";
import { access, lstat } from "node:fs/promises";
import { checkPrivate } from "../../platform/data-folder/check-private.ts";
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
    const code = await access(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    return [
      code === null
        ? ok(`${dataFolder} is closed to others.`)
        : fault(
            `${dataFolder} cannot be written (${code}).`,
            `Let this user write it (chmod 0700 ${dataFolder}), or mount its disk for writing.`,
          ),
    ];
  },
};
