import { protocolPeers, type ProtocolPeer } from "@lintel/server/testing/protocol-peers";
import { callAsOperator } from "../scene/call-as-operator.ts";
import { type Tenant } from "../stage/tenant.ts";
import type { Random } from "../stage/random.ts";
import type { Verdict } from "../stage/verdict.ts";
import { createAgent, findRepeatable } from "./agent.ts";
import { componentRecord } from "./component.record.ts";
import { endpointRecord } from "./endpoint.record.ts";
import { environmentRecord } from "./environment.record.ts";
import type { Fields } from "./fields.ts";
import type { Front } from "./front.ts";
import { headerComponentRecord } from "./header-component.record.ts";
import { createOwnLedger } from "./ledger.ts";
import type { RecordKind, Workplace } from "./record-kind.ts";
import { suiteRecord } from "./suite.record.ts";
import type { Worker } from "./worker.ts";

/** Kinds of record that are written by tools of a toolset that an agent enables. */
const kindsOf = {
  testing: [environmentRecord, suiteRecord],
  components: [componentRecord],
  "header-components": [headerComponentRecord],
} satisfies Readonly<Record<string, readonly RecordKind[]>>;

type Slug = keyof typeof kindsOf;

const choices: readonly (readonly Slug[])[] = [
  ["testing", "components"],
  ["components", "header-components"],
  ["testing", "header-components"],
];

export interface HiringOptions {
  readonly front: Front;
  readonly folder: string;
  readonly tenant: Tenant;
  readonly verdict: Verdict;
  readonly random: Random;
}

/** Each client with a key and with a staging token, in one of two projects. */
export async function hireWorkers(
  options: HiringOptions,
): Promise<{ readonly workers: Worker[]; readonly peers: AsyncDisposableStack }> {
  const { tenant, folder } = options;
  const other = await callAsOperator(folder, "createProject", tenant.slug, { name: "Other" });
  const projects = [tenant.projectId, String(other["id"])];
  const peers = new AsyncDisposableStack();
  const workers: Worker[] = [];
  for (let at = 0; at < workerCount; at += 1) {
    const key = tenant.keys[at] ?? "";
    // The peers in turn, first all with keys.
    const isStaging = at >= protocolPeers.length;
    const own = isStaging ? await mintToken(options.front, key) : key;
    const peer = protocolPeers[at % protocolPeers.length];
    const projectId = projects[(at + Number(isStaging)) % projects.length] ?? "";
    const slugs = choices[at % choices.length] ?? [];
    if (peer === undefined) continue;
    workers.push(await hire(options, peers, { at, key: own, peer, projectId, slugs }));
  }
  return { workers, peers };
}

export const workerCount = 2 * protocolPeers.length;

interface Post {
  readonly at: number;
  readonly key: string;
  readonly peer: ProtocolPeer;
  readonly projectId: string;
  readonly slugs: readonly Slug[];
}

async function hire(
  { front, verdict, random }: HiringOptions,
  peers: AsyncDisposableStack,
  { at, key, peer: client, projectId, slugs }: Post,
): Promise<Worker> {
  const name = `agent${at}`;
  const peer = peers.use(await client.connect(new URL("/mcp", front.url), key));
  const ask = async (tool: string, fields: Record<string, unknown> = {}): Promise<Fields> => {
    const { isError, structuredContent, content } = await peer.call(tool, fields);
    if (isError === true) throw new Error(`${tool}: ${content[0]?.text}`);
    return structuredContent as Fields;
  };
  await ask("set_context", { projectId });
  for (const slug of slugs) await ask("enable_toolset", { slug });
  const context = await ask("get_context");
  const tools = await peer.tools();
  const spec = await ask("create_spec", { name });
  const place = { specId: String(spec["id"]), versionId: String(spec["newestVersionId"]) };
  const repeatable = findRepeatable(tools);
  return {
    agent: createAgent({ name, key, peer, front, verdict, repeatable }),
    verdict,
    random: random.fork(name),
    place,
    kinds: [endpointRecord, ...slugs.flatMap((slug) => kindsOf[slug])],
    ledger: createOwnLedger(name),
    reads: listReads(place, slugs),
    context,
    tools: tools.map((tool) => tool.name),
  };
}

function listReads({ specId, versionId }: Workplace, slugs: readonly Slug[]) {
  const ofSpec = { specId, versionId };
  const common = [
    { tool: "list_projects", fields: {} },
    { tool: "list_toolsets", fields: {} },
    { tool: "list_specs", fields: {} },
    { tool: "list_endpoints", fields: { specId } },
  ];
  const own = {
    testing: [{ tool: "list_runs", fields: {} }],
    components: [
      { tool: "list_folders", fields: ofSpec },
      { tool: "list_tags", fields: ofSpec },
    ],
    "header-components": [{ tool: "list_org_header_components", fields: {} }],
  };
  return [...common, ...slugs.flatMap((slug) => own[slug])];
}

async function mintToken(front: Front, key: string): Promise<string> {
  const response = await fetch(`${front.url}/api/staging-tokens`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": key },
    body: JSON.stringify({ name: "agent" }),
  });
  const { token } = (await response.json()) as { token?: unknown };
  if (typeof token !== "string") throw new Error(`No staging token: ${response.status}.`);
  return token;
}
