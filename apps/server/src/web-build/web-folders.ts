import { existsSync } from "node:fs";
import path from "node:path";

/** Where the web app is built. */
export interface WebFolders {
  /** Keeps the finished builds, and the name of the newest. */
  readonly builds: string;
  /** The checkout with the sources; null in the image, which contains only a finished build. */
  readonly checkout: string | null;
}

/** Next to the bundled server, or in the checkout's `dist`. */
export function findWebFolders(here: string = import.meta.dirname): WebFolders {
  const checkout = path.join(here, "../../../..");
  return existsSync(path.join(checkout, "apps/web/build/main.ts"))
    ? { builds: path.join(checkout, "dist/web"), checkout }
    : { builds: path.join(here, "../web"), checkout: null };
}
