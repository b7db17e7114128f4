import path from "node:path";
import { readDownload } from "../inputs/downloads.ts";

const folder = "/srv/bookshop/downloads";

/** Two files of an operating system, with invented content. */
const outside: Readonly<Record<string, string>> = {
  "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\nshop:x:1000:1000::/srv/bookshop:/sbin/nologin\n",
  "/etc/group": "root:x:0:\nshop:x:1000:\n",
};

/** Reads a file like code that joins the name with its folder. Nothing is read from a disk. */
export function readSimulated(file: string): string | null {
  const place = path.posix.join(folder, file);
  return place.startsWith(`${folder}/`) ? readDownload(file) : (outside[place] ?? null);
}
