import path from "node:path";
import { createClient } from "@lintel/client/create-client";
import { parseAllowRules } from "@lintel/egress/allow-rules";
import { createEgress } from "@lintel/egress/create-egress";
import { executeRun } from "@lintel/runner/execute/execute-run";
import { planRun } from "@lintel/runner/plan/plan-run";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";
import type { Installation } from "./installation.ts";
import type { Chain } from "./runs-chain.ts";

/** One way to send the requests of the chain, all of them at each call. */
export interface Side extends AsyncDisposable {
  run(): Promise<void>;
}

/** The runner in this process. The plan is made before; results are created and dropped. */
export function makeRunnerSide(chain: Chain, baseUrl: string): Side {
  const cases = chain.cases.map((one) => ({ ...one, id: crypto.randomUUID() }));
  const environment = {
    id: crypto.randomUUID(),
    name: "here",
    baseUrl,
    variables: [],
    isReadOnly: false,
    secretOrigins: [],
    oauthTokenUrl: null,
  };
  const options = { iterations: 1, threads: 1, delayMs: 0, onError: "ignore" } as const;
  const plan = planRun({ suite: { ...chain, cases }, environment, options });
  if ("problems" in plan) throw new Error(JSON.stringify(plan.problems));
  const allow = parseAllowRules("127.0.0.0/8:*");
  const egress = createEgress({ allow, isOwnAddress: () => false });
  return {
    async run() {
      const { passedTests } = await executeRun(plan, {
        egress,
        now: Date.now,
        monotonic: () => performance.now(),
        randomUuid: () => crypto.randomUUID(),
        random: Math.random,
        signal: new AbortController().signal,
        onResult: () => undefined,
      });
      if (passedTests !== plan.totalCases) throw new Error(`Only ${passedTests} cases passed.`);
    },
    [Symbol.asyncDispose]: () => egress.close(),
  };
}

/** `POST /api/cli/run` of a running server: plans, runs, stores and returns all results. */
export async function makeServerSide(
  installation: Installation,
  chain: Chain,
  baseUrl: string,
): Promise<Pick<Side, "run">> {
  const client = createClient({ baseUrl: installation.url, apiKey: await makeKey(installation) });
  const project = await client.call("createProject", { name: "Bench" });
  if (!project.ok) throw new Error(project.problem.detail);
  const projectId = project.value.id;
  const environment = await client.call("createEnvironment", { projectId, name: "here", baseUrl });
  // Every JSON text is YAML.
  const yaml = JSON.stringify(chain);
  const stored = await client.call("importSuite", { projectId, yaml });
  if (!environment.ok) throw new Error(environment.problem.detail);
  if (!stored.ok) throw new Error(stored.problem.detail);
  const input = { projectId, suiteId: stored.value.id, environmentId: environment.value.id };
  return {
    async run() {
      const answer = await client.call("runSuite", input);
      if (!answer.ok) throw new Error(answer.problem.detail);
      if (answer.value.passedTests !== chain.cases.length) throw new Error("Not all cases passed.");
    },
  };
}

async function makeKey({ folder }: Installation): Promise<string> {
  const call = async (operation: string, fields: Record<string, unknown>) => {
    const request = { operation, region: "eu", organization: null, operator: "bench", fields };
    const answer = await sendToServer(path.join(folder, "admin.sock"), request);
    return (answer?.body["output"] ?? {}) as Record<string, unknown>;
  };
  const owner = { ownerEmail: "bench@example.com", ownerName: "Bench" };
  await call("createOrganization", { name: "Bench", slug: "bench", ...owner });
  return String((await call("createApiKey", { name: "bench", userId: owner.ownerEmail }))["key"]);
}
