import { statfs } from "node:fs/promises";
import path from "node:path";
import { fault, ok, warning, type Check } from "./check.types.ts";

const mebibyte = 1024 * 1024;
/** With less space, the embedded engine soon refuses writes. */
const minMebibytes = 256;
const comfortableMebibytes = 2048;

export const diskSpaceCheck: Check = {
  name: "disk space",
  summary: "The disk of the data folder has enough free space.",
  async look({ dataFolder }) {
    const place = await statfs(dataFolder).catch(() =>
      statfs(path.dirname(dataFolder)).catch(() => null),
    );
    if (place === null) return [];
    const free = Math.floor((place.bavail * place.bsize) / mebibyte);
    const text = `${free} MiB are free for ${dataFolder}.`;
    if (free < minMebibytes)
      return [fault(text, "Free some space: below 32 MiB, embedded databases refuse writes.")];
    return [
      free < comfortableMebibytes ? warning(text, "Free some space before it runs out.") : ok(text),
    ];
  },
};
