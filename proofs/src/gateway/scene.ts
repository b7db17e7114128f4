import type { Fields } from "../scene/call-as-operator.ts";
import { callAsOperator, post } from "../scene/call-as-operator.ts";

/** A project whose operations are deprecated, called by a suite, and served by gateways. */
export interface GatewayScene {
  readonly key: string;
  readonly projectId: string;
  /** A path of each operation that calls can use. */
  readonly paths: readonly string[];
  readonly planIds: readonly string[];
}

export interface SceneOptions {
  readonly url: string;
  readonly folder: string;
  readonly operations: number;
  readonly upstreamUrl: string;
  readonly webhookUrl: string;
  /** The credentials of the calls, which are registered as consumers of the same name. */
  readonly consumers: readonly string[];
}

export async function makeScene(options: SceneOptions): Promise<GatewayScene> {
  const { url, folder, operations, upstreamUrl, webhookUrl } = options;
  const owner = { ownerEmail: "owner@example.com", ownerName: "Owner" };
  const organization = { name: "Gateways", slug: "gateways", ...owner };
  const { ownerUserId } = await callAsOperator(folder, "createOrganization", null, organization);
  const act = (name: string, fields: Fields) => callAsOperator(folder, name, "gateways", fields);
  const key = String((await act("createApiKey", { userId: ownerUserId, name: "proof" }))["key"]);
  const projectId = String((await act("createProject", { name: "Proof" }))["id"]);
  const base = `${url}/api/projects/${projectId}`;
  const send = (path: string, body: Fields) => post(`${base}${path}`, key, body);
  await change(`${url}/api/deprecation-policy`, key, "PATCH", { preset: "relaxed" });
  await post(`${url}/api/webhooks`, key, { address: webhookUrl, eventTypes: ["deprecation.*"] });
  const paths = Array.from({ length: operations }, (_, at) => `/things-${at}/7`);
  const imported = await send("/specs/import", { text: describeApi(operations) });
  const specId = idOf(imported["spec"]);
  const versionId = idOf(imported["version"]);
  await send(`/specs/${specId}/versions/${versionId}/publish`, {});
  const environment = await send("/environments", { name: "Gate", baseUrl: upstreamUrl });
  await change(`${base}/environments/${String(environment["id"])}/route`, key, "PUT", {
    addresses: [{ pathPrefix: "/" }],
    specs: [{ specId }],
  });
  await addSuite(send, paths);
  for (const name of options.consumers) await send("/consumers", { name, credentials: [name] });
  const planIds = await addPlans(send, `${base}/specs/${specId}`, key, { specId, versionId });
  return { key, projectId, paths, planIds };
}

type Send = (path: string, body: Fields) => Promise<Fields>;

const idOf = (record: unknown): string => String((record as Fields)["id"]);

async function change(url: string, key: string, method: string, body: Fields): Promise<void> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
}

function describeApi(operations: number): string {
  const parameters = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];
  const get = { parameters, responses: { 200: { description: "A thing." } } };
  const paths = Array.from({ length: operations }, (_, at) => [`/things-${at}/{id}`, { get }]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: Object.fromEntries(paths) as object,
  });
}

/** A suite that calls every operation: its owners get notices of their plans. */
async function addSuite(send: Send, paths: readonly string[]): Promise<void> {
  const suite = await send("/suites", { name: "Callers" });
  for (const [at, url] of paths.entries())
    await send(`/suites/${String(suite["id"])}/cases`, {
      name: `Case ${at}`,
      request: { method: "GET", url },
    });
}

async function addPlans(
  send: Send,
  spec: string,
  key: string,
  { specId, versionId }: { readonly specId: string; readonly versionId: string },
): Promise<string[]> {
  const listed = await fetch(`${spec}/endpoints?versionId=${versionId}&take=100`, {
    headers: { "x-api-key": key },
  });
  const { items } = (await listed.json()) as { items: { id: string }[] };
  const sunsetAt = new Date(Date.now() + 100 * 86_400_000).toISOString();
  const ids: string[] = [];
  for (const { id } of items) {
    const made = await send(`/specs/${specId}/deprecation-plans`, {
      action: "create",
      entityType: "endpoint",
      entityId: id,
      sunsetAt,
      enableWarningHeader: true,
    });
    ids.push(idOf(made["plan"]));
  }
  return ids;
}
