import { writeFile } from "node:fs/promises";
import path from "node:path";
import { startTargetApi } from "@lintel/server/testing/target-api";
import { makeScratch } from "../scene/data-folder.ts";
import { runServerCommand } from "../scene/server-process.ts";
import { hold, type Fault } from "./fault.types.ts";
import { call, startTried, waitUntil, type TriedServer } from "./tried-server.ts";

const hour = 3_600_000;

/** The wall clock jumps forwards and backwards by hours and days while the server runs. */
export const jumpingClock: Fault = {
  name: "jumping-clock",
  title: "a clock that jumps by hours, both ways",
  skipReason: async () =>
    process.platform === "win32" ? "the signal that sets the clock is missing" : null,
  async run() {
    const scratch = await makeScratch();
    const file = path.join(scratch.path, "clock");
    await writeFile(file, "0");
    const tried = await startTried({
      settings: { PROOF_CLOCK: file },
      nodeOptions: ["--import", path.join(import.meta.dirname, "shifted-clock.ts")],
    });
    const turn = async (ms: number): Promise<void> => {
      await writeFile(file, String(ms));
      process.kill(tried.server.pid, "SIGUSR2");
      await new Promise((resolve) => setTimeout(resolve, 300));
    };
    const seen: string[] = [];
    try {
      await checkRateWindow(tried, turn, seen);
      await checkExpiry(tried, turn, seen);
      await checkRun(tried, turn, seen);
      await checkAudit(tried, turn, seen);
      hold(tried.server.ended() === null, `The process ended with ${tried.server.ended()}.`);
    } finally {
      await tried.close();
      await scratch.remove();
    }
    return seen;
  },
};

type Turn = (ms: number) => Promise<void>;

async function checkRateWindow(
  { server, organizations }: TriedServer,
  turn: Turn,
  seen: string[],
): Promise<void> {
  const key = organizations[0]?.keys.member ?? "";
  const ask = () => call(server.url, key, "GET", "/api/me");
  const first = await Promise.all(Array.from({ length: 110 }, ask));
  const admitted = first.filter(({ status }) => status === 200).length;
  hold(admitted === 100, `${admitted} of 110 calls were admitted; the budget is 100.`);
  for (const ms of [6 * hour, -6 * hour, 0]) {
    await turn(ms);
    const answer = await ask();
    hold(
      answer.status === 429,
      `A used-up budget is answered ${answer.status} with the clock ${ms / hour} h off.`,
    );
    const after = Number(answer.headers.get("retry-after"));
    hold(after >= 1 && after <= 60, `Retry-After is ${after} with the clock ${ms / hour} h off.`);
  }
  seen.push("a used-up budget stays used up for the rest of its 60 s, no longer, ±6 h");
}

async function checkExpiry(
  { server, organizations }: TriedServer,
  turn: Turn,
  seen: string[],
): Promise<void> {
  const owner = organizations[1]?.keys.owner ?? "";
  const made = await call(server.url, owner, "POST", "/api/keys", {
    name: "month",
    expiresInDays: 30,
  });
  const key = String(made.body["key"]);
  const expect = async (ms: number, status: number): Promise<void> => {
    await turn(ms);
    const answer = await call(server.url, key, "GET", "/api/me");
    hold(
      answer.status === status,
      `A key of 30 days is answered ${answer.status} with the clock ${ms / hour} h off.`,
    );
  };
  await expect(0, 200);
  await expect(31 * 24 * hour, 401);
  await expect(29 * 24 * hour, 200);
  await expect(-48 * hour, 200);
  await expect(0, 200);
  seen.push("a key of 30 days ends after 30 days of the clock, and is good before");
}

async function checkRun(tried: TriedServer, turn: Turn, seen: string[]): Promise<void> {
  const target = await startTargetApi();
  try {
    await runOverJumps(tried, target.url, turn, seen);
  } finally {
    await target[Symbol.asyncDispose]();
  }
}

async function runOverJumps(
  { server, organizations }: TriedServer,
  targetUrl: string,
  turn: Turn,
  seen: string[],
): Promise<void> {
  const [, , organization] = organizations;
  const key = organization?.keys.owner ?? "";
  const projectId = organization?.ids.project ?? "";
  const suiteId = organization?.ids.suite ?? "";
  const request = { method: "GET", url: `${targetUrl}/slow?ms=7000`, timeoutMs: 60_000 };
  await call(
    server.url,
    key,
    "PUT",
    `/api/projects/${projectId}/suites/${suiteId}/cases/${organization?.ids.case}`,
    {
      name: "Slow",
      request,
      rowVersion: "AAAAAAAAAAE=",
    },
  );
  const progressRunId = crypto.randomUUID();
  const began = performance.now();
  const accepted = await call(server.url, key, "POST", "/api/cli/run", {
    projectId,
    suiteId,
    progressRunId,
  });
  hold(
    accepted.status === 200,
    `The run is answered ${accepted.status} ${JSON.stringify(accepted.body)}`,
  );
  const status = () => call(server.url, key, "GET", `/api/cli/runs/${progressRunId}/status`);
  // Leases are renewed every 5 s: jumps happen before and after a renewal.
  for (const ms of [6 * hour, -6 * hour, 24 * hour, 0]) {
    await turn(ms);
    await new Promise((resolve) => setTimeout(resolve, 1400));
  }
  await waitUntil(async () => (await status()).body["status"] === "finished", 20_000);
  const spent = performance.now() - began;
  const { body } = await status();
  hold(
    body["outcome"] === "passed",
    `A run over which the clock jumps ends as ${JSON.stringify(body)}`,
  );
  const reported = Number(body["currentDurationMs"]);
  hold(
    reported > 6000 && reported <= spent + 1000,
    `The run took ${reported} ms, of ${spent} that went by.`,
  );
  seen.push(`a run of 7 s over which the clock jumped four times passed, and says ${reported} ms`);
}

async function checkAudit(tried: TriedServer, turn: Turn, seen: string[]): Promise<void> {
  const { server, organizations, settings } = tried;
  const [, , , organization] = organizations;
  const key = organization?.keys.owner ?? "";
  const names: string[] = [];
  for (const [at, ms] of [0, 6 * hour, -6 * hour, 0].entries()) {
    await turn(ms);
    const name = `Turn ${at}`;
    const made = await call(server.url, key, "POST", "/api/projects", { name });
    hold(
      made.status === 201,
      `A change with the clock ${ms / hour} h off is answered ${made.status}.`,
    );
    names.unshift(name);
  }
  const { body } = await call(server.url, key, "GET", "/api/audit-log?event=project.created");
  const created = (body["items"] as { target: { name: string } }[]).map(
    ({ target }) => target.name,
  );
  // The oldest entry is that of the project which the organization was seeded with.
  const listed = created.slice(0, -1);
  hold(
    listed.join() === names.join(),
    `The audit log lists ${listed.join()}, of ${names.join()} done last to first.`,
  );
  const verified = await runServerCommand(
    ["admin", "audit", "verify", "--org", `org-${organization?.token}`],
    settings,
  );
  hold(verified.code === 0, `The chain is broken: ${verified.stdout}${verified.stderr}`);
  seen.push("the audit log lists entries in the order of what was done, and its chain holds");
}
