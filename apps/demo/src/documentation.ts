import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "@lintel/client/create-client";
import { dropForeignLinks } from "./own-links.ts";
import { unwrap } from "./unwrap.ts";

const name = "Lintel";

/** The name of the documentation, and its address below the portal. */
export const documentation = {
  name,
  path: "/demo-eu/lintel",
  referencePath: "/demo-eu/lintel/bookshop-api",
} as const;

/** Whether an earlier start has published the documentation. */
export async function isDocumented(client: Client, projectId: string): Promise<boolean> {
  const { documentations } = unwrap(await client.call("listDocumentations", { projectId }));
  const found = documentations.find((one) => one.name === name);
  return found?.versions.some(({ status }) => status === "published") ?? false;
}

/** Copies Lintel's documentation, because a push stores its state in the pushed folder. */
export async function copyPages(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (file) => !/[\\/](?:examples|\.lintel)$/.test(file),
  });
  const files = (await readdir(to, { recursive: true })).map((file) => file.replaceAll("\\", "/"));
  const published = new Set(files);
  for (const page of files.filter((file) => file.endsWith(".md"))) {
    const file = path.join(to, page);
    await writeFile(file, dropForeignLinks(await readFile(file, "utf8"), page, published));
  }
}

/** Attaches the bookshop's reference to the pushed pages, and publishes all of it. */
export async function publishPages(
  client: Client,
  projectId: string,
  specName: string,
): Promise<void> {
  const { documentations } = unwrap(await client.call("listDocumentations", { projectId }));
  const pushed = documentations.find((one) => one.name === name);
  const [version] = pushed?.versions ?? [];
  if (pushed === undefined || version === undefined) throw new Error("Nothing was pushed.");
  const place = { projectId, docId: pushed.id, versionId: version.id };
  const { items: specs } = unwrap(await client.call("listSpecs", { projectId, name: specName }));
  const { items: tree } = unwrap(await client.call("getDocTree", place));
  const [spec] = specs;
  if (spec !== undefined && !tree.some(({ type }) => type === "specSnapshot")) {
    const reference = { ...place, specId: spec.id, slug: "bookshop-api", title: "Bookshop API" };
    unwrap(await client.call("attachDocReference", reference));
  }
  const { rowVersion } = unwrap(await client.call("getDocVersion", place));
  unwrap(await client.call("updateDocVersion", { ...place, visibility: "public", rowVersion }));
  unwrap(await client.call("changeDocVersionStatus", { ...place, status: "published" }));
}
