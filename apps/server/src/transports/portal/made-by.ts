import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { OwnFiles } from "./portal-files.ts";

const server = path.join(import.meta.dirname, "../../..");
const packages = ["markdown", "openapi", "portal", "reference"].map((name) =>
  path.join(server, "../../packages", name),
);

/** All code that a page follows from, and what says which dependencies it has. */
const folders = [
  ...packages.map((folder) => path.join(folder, "src")),
  path.join(server, "src/platform/docs"),
  path.join(server, "src/features/portal"),
  import.meta.dirname,
];
const manifests = [server, ...packages].map((folder) => path.join(folder, "package.json"));

/**
 * A digest of what pages are made by, the same in every process of a version at an origin: pages that
 * another stored are not this one's. Read at once, for hundreds of readings beside others take ten
 * times as long.
 */
export function digestMaker(origin: string, { addresses }: OwnFiles): string {
  const digest = createHash("sha256").update(JSON.stringify([origin, addresses]));
  for (const file of [...manifests, ...folders.flatMap(listCode)])
    digest.update(readFileSync(file));
  return digest.digest("base64url");
}

function listCode(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|js|css)$/.test(name) && !/\btesting\b|\.test\./.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}
