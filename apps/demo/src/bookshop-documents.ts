import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "@lintel/client/create-client";
import { unwrap } from "./unwrap.ts";

const file = path.join(import.meta.dirname, "../../bookshop/openapi.yaml");

/** The bookshop's document, and a proposed next version of it. */
const name = "Bookshop API";
const present = "1.0.0";
const proposed = "1.1.0";

/** The server address in the document. */
const written = "http://127.0.0.1:4010";

/**
 * Imports the document, and the proposal as its next version, unless they exist. "Try it" calls the
 * server of the document, so its address becomes that of the running bookshop.
 */
export async function ensureDocuments(
  client: Client,
  projectId: string,
  bookshop: string,
): Promise<{ before: string; after: string }> {
  const text = (await readFile(file, "utf8")).replace(written, () => bookshop);
  const found = unwrap(await client.call("listSpecs", { projectId, name }));
  const specId = found.items[0]?.id ?? (await importNew(client, projectId, text));
  const versions = unwrap(await client.call("listSpecVersions", { projectId, specId }));
  if (!versions.items.some(({ version }) => version === proposed)) {
    const change = { specId, version: proposed, text: propose(text) };
    unwrap(await client.call("importSpec", { projectId, ...change }));
  }
  return { before: `${name}@${present}`, after: `${name}@${proposed}` };
}

async function importNew(client: Client, projectId: string, text: string): Promise<string> {
  const { spec } = unwrap(await client.call("importSpec", { projectId, name, text }));
  if (spec === null) throw new Error("The import created no specification.");
  return spec.id;
}

const newPath = `paths:
  /books/random:
    get:
      operationId: getRandomBook
      summary: Read any book
      tags: [books]
      responses:
        "200": { $ref: "#/components/responses/Book" }
`;

/** The document with an additional endpoint, and without the rating that clients show with a book. */
function propose(text: string): string {
  const changed = text
    .replace(/^paths:\n/m, newPath)
    .replaceAll(/^ +(?:- averageRating|averageRating: .*)\n/gm, "")
    .replace(/^ {2}version: 1\.0\.0$/m, `  version: ${proposed}`);
  const isChanged = changed.includes(newPath) && !changed.includes("averageRating");
  if (isChanged && changed.includes(`version: ${proposed}`)) return changed;
  throw new Error(
    "The demo cannot change the bookshop's document: the part to replace is missing.",
  );
}
