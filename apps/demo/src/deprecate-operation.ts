import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@lintel/client/create-client";
import { unwrap } from "./unwrap.ts";

const operation = { method: "get", path: "/reviews" };
const daysUntilSunset = 120;
const appHeader = "X-App";
const app = "shop-app-for-phones";
/** A gateway looks for changed plans and routes every 5 seconds. */
const maxWaitMs = 15_000;

/** The records of the bookshop that the demonstration needs. */
export interface DeprecationPlace {
  readonly projectId: string;
  readonly specName: string;
  readonly environmentName: string;
  /** The address of the gateway. */
  readonly gateway: string;
}

/**
 * Deprecates an operation of the bookshop, and shows what its clients see through the gateway: headers now, and 410
 * during a trial brown-out. Does nothing if an earlier start has deprecated it.
 */
export async function deprecateOperation(
  client: Client,
  { projectId, specName, environmentName, gateway }: DeprecationPlace,
): Promise<void> {
  const { items: specs } = unwrap(await client.call("listSpecs", { projectId, name: specName }));
  const specId = specs[0]?.id;
  if (specId === undefined) throw new Error(`There is no specification ${specName}.`);
  const plans = unwrap(await client.call("listDeprecationPlans", { projectId }));
  if (plans.totalCount > 0) return;
  console.log(`\nDeprecating GET ${operation.path} of the bookshop:\n`);
  const versionId = await publishFirst(client, projectId, specId);
  await serve(client, projectId, specId, environmentName);
  const planId = await announce(client, projectId, specId, versionId);
  show("A client calls it", await callUntil(gateway, ({ headers }) => headers.has("sunset")));
  const trial = { projectId, specId, planId };
  unwrap(await client.call("setTrialBrownOut", { ...trial, minutes: 5 }));
  show(
    "The same during a trial brown-out",
    await callUntil(gateway, ({ status }) => status === 410),
  );
  unwrap(await client.call("setTrialBrownOut", { ...trial, minutes: 0 }));
  await showCallers(client, projectId, planId);
}

/** The gateway holds calls against published versions only. */
async function publishFirst(client: Client, projectId: string, specId: string): Promise<string> {
  const { items } = unwrap(await client.call("listSpecVersions", { projectId, specId }));
  const first = items.at(-1);
  if (first === undefined) throw new Error("The specification has no version.");
  const place = { projectId, specId, versionId: first.id };
  if (first.status !== "published") unwrap(await client.call("publishSpecVersion", place));
  return first.id;
}

/** Sends the calls that arrive at the gateway to the environment, and names the app that makes them. */
async function serve(
  client: Client,
  projectId: string,
  specId: string,
  environmentName: string,
): Promise<void> {
  const environments = unwrap(await client.call("listEnvironments", { projectId }));
  const environmentId = environments.find(({ name }) => name === environmentName)?.id ?? "";
  const route = {
    addresses: [{ pathPrefix: "/" }],
    specs: [{ specId }],
    requestsPerMinute: 600,
    consumerFrom: [`header:${appHeader}`],
  };
  unwrap(await client.call("setEnvironmentRoute", { projectId, environmentId, ...route }));
  const consumer = {
    name: "Shop app for phones",
    owner: "Mobile team",
    contacts: ["mobile@example.com"],
    credentials: [app],
  };
  unwrap(await client.call("saveConsumer", { projectId, ...consumer }));
}

async function announce(
  client: Client,
  projectId: string,
  specId: string,
  versionId: string,
): Promise<string> {
  const place = { projectId, specId, versionId };
  const listed = unwrap(await client.call("listEndpoints", { ...place, take: 200 }));
  const endpoints = "items" in listed ? listed.items : [];
  const found = endpoints.find(
    ({ method, path }) => method === operation.method && path === operation.path,
  );
  if (found === undefined) throw new Error(`There is no GET ${operation.path}.`);
  const { plan } = unwrap(
    await client.call("manageDeprecationPlan", {
      projectId,
      specId,
      action: "create",
      entityType: "endpoint",
      entityId: found.id,
      sunsetAt: new Date(Date.now() + daysUntilSunset * 86_400_000).toISOString(),
      migrationGuide: "Read the reviews of a book at `GET /books/{bookId}/reviews`.",
      autoShutdown: true,
    }),
  );
  return plan.id;
}

async function callUntil(
  gateway: string,
  isExpected: (answer: Response) => boolean,
): Promise<Response> {
  const end = Date.now() + maxWaitMs;
  for (;;) {
    const answer = await fetch(new URL(operation.path, gateway), { headers: { [appHeader]: app } });
    await answer.arrayBuffer();
    if (isExpected(answer)) return answer;
    if (Date.now() > end)
      throw new Error(
        `The gateway at ${gateway} does not obey the plan: it answers ${answer.status}.`,
      );
    await sleep(500);
  }
}

function show(title: string, { status, statusText, headers }: Response): void {
  const shown = ["deprecation", "sunset", "link", "retry-after"]
    .filter((name) => headers.has(name))
    .map((name) => `    ${name}: ${headers.get(name)}`);
  console.log([`  ${title}: ${status} ${statusText}`, ...shown].join("\n"));
}

/** Counts arrive in the database a second after the calls. */
async function showCallers(client: Client, projectId: string, planId: string): Promise<void> {
  await sleep(2500);
  const { items } = unwrap(await client.call("listCallers", { projectId, planId }));
  for (const { name, consumer, owner, requests, lastCalledAt } of items)
    console.log(
      `  Who still calls: ${name ?? consumer} (${owner ?? "no owner"}), ${requests} calls, the last at ${lastCalledAt}`,
    );
}
