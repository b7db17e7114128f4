import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Client } from "@lintel/client/create-client";
import { ensureDocuments } from "./bookshop-documents.ts";
import { reachBookshop } from "./reach-bookshop.ts";
import { unwrap } from "./unwrap.ts";

const suitesFolder = path.join(import.meta.dirname, "../../bookshop/suites");
const project = "Bookshop";
const environment = "local";

/** The names of the bookshop's project and its parts, as the command takes them. */
export interface BookshopNames {
  readonly project: string;
  readonly projectId: string;
  readonly environment: string;
  readonly suite: string;
  /** The two documents to compare. */
  readonly before: string;
  readonly after: string;
}

/** Creates the bookshop's project and everything in it, or updates what exists. */
export async function ensureBookshop(client: Client, bookshop: string): Promise<BookshopNames> {
  const projectId = await ensureProject(client);
  await ensureEnvironment(client, projectId, bookshop);
  const suite = await storeSuite(client, projectId, "bookshop.suite.yaml");
  await storeSuite(client, projectId, "read-only.suite.yaml");
  const documents = await ensureDocuments(client, projectId, bookshop);
  return { project, projectId, environment, suite, ...documents };
}

async function ensureProject(client: Client): Promise<string> {
  const found = unwrap(await client.call("listProjects", { name: project }));
  const [first] = found.items;
  if (first !== undefined) return first.id;
  return unwrap(
    await client.call("createProject", { name: project, description: "The sample API" }),
  ).id;
}

async function ensureEnvironment(
  client: Client,
  projectId: string,
  bookshop: string,
): Promise<void> {
  const fields = {
    projectId,
    name: environment,
    type: "development" as const,
    ...reachBookshop(bookshop),
  };
  const present = unwrap(await client.call("listEnvironments", { projectId })).find(
    ({ name }) => name === environment,
  );
  if (present === undefined) {
    unwrap(await client.call("createEnvironment", fields));
  } else if (present.baseUrl !== bookshop) {
    const { id: environmentId, rowVersion } = present;
    unwrap(await client.call("updateEnvironment", { ...fields, environmentId, rowVersion }));
  }
}

async function storeSuite(client: Client, projectId: string, file: string): Promise<string> {
  const yaml = await readFile(path.join(suitesFolder, file), "utf8");
  const { id } = unwrap(await client.call("importSuite", { projectId, yaml }));
  return unwrap(await client.call("getSuite", { projectId, suiteId: id })).name;
}
