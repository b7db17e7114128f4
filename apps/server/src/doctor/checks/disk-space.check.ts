import { statfs } from "node:fs/promises";
import path from "node:path";
import { fault, ok, warning, type Check } from "./check.types.ts";

const mebibyte = 1024 * 1024;
/** With less than this the embedded engine soon takes no more writes. */
const leastMebibytes = 256;
const comfortableMebibytes = 2048;

export const diskSpaceCheck: Check = {
  name: "disk space",
  summary: "There is room for the data folder to grow.",
  async look({ dataFolder }) {
    const place = await statfs(dataFolder).catch(() =>
      statfs(path.dirname(dataFolder)).catch(() => null),
    );
    if (place === null) return [];
    const free = Math.floor((place.bavail * place.bsize) / mebibyte);
    const text = `${free} MiB are free for ${dataFolder}.`;
    if (free < leastMebibytes)
      return [
        fault(text, "Free some space: below 32 MiB, embedded databases take no more writes."),
      ];
    return [
      free < comfortableMebibytes ? warning(text, "Free some space before it runs out.") : ok(text),
    ];
  },
};
