import { readSimulated } from "./simulated-files.ts";
import type { Weakness } from "./weakness.ts";

export const downloadPath: Weakness = {
  name: "download-path",
  title: "Downloads leave their folder",
  owasp: "API8:2023",
  summary:
    "Simulated: GET /downloads joins the name with its folder, so that ../ leads to files of the operating system.",
  found: ["SVC08034 GET /downloads"],
  apply: () => ({ readDownload: readSimulated }),
};
