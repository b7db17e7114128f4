import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";

const regions = ["eu", "us"] as const;
type Region = (typeof regions)[number];

/** A key with full access of the demo organization's owner, for each region. */
export type DemoKeys = Readonly<Record<Region, string>>;

const ownerEmail = "demo@example.com";

/**
 * Creates the demo organizations at the first start; later starts read their keys from the data
 * folder.
 */
export async function ensureOrganizations(
  socketPath: string,
  dataFolder: string,
  onMake: (region: Region) => void,
): Promise<DemoKeys> {
  const file = path.join(dataFolder, "demo-keys.json");
  const found = await readFile(file, "utf8").catch(() => null);
  if (found !== null) return JSON.parse(found) as DemoKeys;
  const keys: Partial<Record<Region, string>> = {};
  for (const region of regions) {
    onMake(region);
    keys[region] = await makeOrganization(socketPath, region);
  }
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
  return keys as DemoKeys;
}

/** An address that signs the demo's owner in, once within an hour. */
export async function makeSignInLink(socketPath: string): Promise<string> {
  const fields = { userId: ownerEmail };
  const made = await call(socketPath, "eu", "demo-eu", "makeSignInLink", fields);
  return String(made["link"]);
}

async function makeOrganization(socketPath: string, region: Region): Promise<string> {
  const organization = `demo-${region}`;
  const fields = {
    name: `Demo ${region.toUpperCase()}`,
    slug: organization,
    ownerEmail,
    ownerName: "Demo Owner",
  };
  await call(socketPath, region, null, "createOrganization", fields, "NAME_TAKEN");
  const key = await call(socketPath, region, organization, "createApiKey", {
    name: "demo",
    userId: ownerEmail,
  });
  return String(key["key"]);
}

// If an earlier start was interrupted after it created the organization, the slug is taken. That
// is no error.
async function call(
  socketPath: string,
  region: Region,
  organization: string | null,
  operation: string,
  fields: Record<string, unknown>,
  tolerated?: string,
): Promise<Record<string, unknown>> {
  const answer = await sendToServer(socketPath, {
    operation,
    region,
    organization,
    operator: "demo",
    fields,
  });
  if (answer === null) throw new Error(`No server listens at ${socketPath}.`);
  if (answer.status !== 200 && answer.body["code"] !== tolerated) {
    throw new Error(
      `${operation}: ${String(answer.body["code"])}: ${String(answer.body["detail"])}`,
    );
  }
  return (answer.body["output"] ?? {}) as Record<string, unknown>;
}
