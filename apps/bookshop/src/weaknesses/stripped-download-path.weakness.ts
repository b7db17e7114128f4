import { readSimulated } from "./simulated-files.ts";
import type { Weakness } from "./weakness.ts";

export const strippedDownloadPath: Weakness = {
  name: "stripped-download-path",
  title: "Steps up are removed from downloads once",
  owasp: "API8:2023",
  summary: "Simulated: GET /downloads removes ../ from the name once. ....// becomes ../ by that.",
  found: ["SVC08034 GET /downloads"],
  apply: () => ({
    readDownload: (file) => readSimulated(file.replaceAll("../", "").replace(/^\/+/, "")),
  }),
};
