import { spawn } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createClient } from "@lintel/client/create-client";
import { sendToServer } from "@lintel/server/transports/admin/admin-client";
import { root, startInstallation, startTarget } from "./installation.ts";
import { describeValues, median } from "./statistics.ts";

// The bundled command runs a suite of one case in a cold process, against the start of Node alone,
// in turn. The server is warm, as it is for a pipeline.

const rounds = Number(process.argv[2] ?? 30);
const bundle = path.join(root, "dist/lintel.mjs");
await access(bundle).catch(() => {
  throw new Error("dist/lintel.mjs does not exist: run `npm run build` first.");
});

await using installation = await startInstallation({ LINTEL_RATE_LIMIT: "100000" });
await using target = await startTarget();
const apiKey = await makeKey();
await storeSuite();
const home = await mkdtemp(path.join(tmpdir(), "lintel-home-"));
const environment = {
  ...process.env,
  LINTEL_URL: installation.url,
  LINTEL_API_KEY: apiKey,
  XDG_CONFIG_HOME: home,
  CI: "true",
};

const bare: number[] = [];
const command: number[] = [];
for (let round = -3; round < rounds; round += 1) {
  const floor = await time(["-e", "0"]);
  const ran = await time([bundle, "run", "One", "--project", "Bench", "--env", "here"]);
  if (round < 0) continue;
  bare.push(floor);
  command.push(ran);
}
await rm(home, { recursive: true, force: true });
const ratios = command.map((value, at) => value / (bare[at] ?? Number.NaN));
console.log(`node -e 0            ${describeValues(bare, "ms")}`);
console.log(`lintel run, one case ${describeValues(command, "ms")}`);
console.log(
  `ratio                ${describeValues(ratios, "×")}, of medians ${(median(command) / median(bare)).toFixed(2)} ×`,
);

function time(args: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("close", (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`${args.join(" ")} ended with ${code}.`));
    });
  });
}

async function makeKey(): Promise<string> {
  const socket = path.join(installation.folder, "admin.sock");
  const call = async (operation: string, fields: Record<string, unknown>) => {
    const request = { operation, region: "eu", organization: null, operator: "bench", fields };
    const answer = await sendToServer(socket, request);
    return (answer?.body["output"] ?? {}) as Record<string, unknown>;
  };
  const ownerEmail = "bench@example.com";
  await call("createOrganization", {
    name: "Bench",
    slug: "bench",
    ownerEmail,
    ownerName: "Bench",
  });
  return String((await call("createApiKey", { name: "bench", userId: ownerEmail }))["key"]);
}

async function storeSuite(): Promise<void> {
  const client = createClient({ baseUrl: installation.url, apiKey });
  const project = await client.call("createProject", { name: "Bench" });
  if (!project.ok) throw new Error(project.problem.detail);
  const projectId = project.value.id;
  await client.call("createEnvironment", { projectId, name: "here", baseUrl: target.url });
  const yaml = `name: One
cases:
  - name: only
    request: { method: GET, url: /x }
    assertions: [{ source: status, operator: equals, expected: 200 }]
`;
  await client.call("importSuite", { projectId, yaml });
}
