import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { OwnFiles } from "./portal-files.ts";

const here = import.meta.dirname;

/** In the bundle all code is in one folder (docs/decisions/0023-server-bundle.md). */
const isBundled = !import.meta.filename.endsWith(".ts");

/**
 * A digest of what pages are made by, the same in every process of a version at an origin: pages that
 * another stored are not this one's. Read at once, for hundreds of readings beside others take ten
 * times as long.
 */
export function digestMaker(origin: string, { addresses }: OwnFiles): string {
  const digest = createHash("sha256").update(JSON.stringify([origin, addresses]));
  for (const file of isBundled ? listCode(here) : listSources()) digest.update(readFileSync(file));
  return digest.digest("base64url");
}

/** All code that a page follows from, and what says which dependencies it has. */
function listSources(): string[] {
  const server = path.join(here, "../../..");
  const packages = ["markdown", "openapi", "portal", "reference", "tokens"].map((name) =>
    path.join(server, "../../packages", name),
  );
  const manifests = [server, ...packages].map((folder) => path.join(folder, "package.json"));
  const folders = [
    ...packages.map((folder) => path.join(folder, "src")),
    path.join(server, "src/domain/docs"),
    path.join(server, "src/features/portal"),
    here,
  ];
  return [...manifests, ...folders.flatMap(listCode)];
}

function listCode(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|js|mjs|css)$/.test(name) && !/\btesting\b|\.test\./.test(name))
    .toSorted()
    .map((name) => path.join(folder, name));
}
