import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { startTargetApi } from "@lintel/server/testing/target-api";
import { readCommandLine, readCount } from "../scene/command-line.ts";
import { makeScratch } from "../scene/data-folder.ts";
import { clearProgress } from "../scene/progress.ts";
import {
  collectLoopHolds,
  holdLimitMs,
  type LoopHold,
  type LoopHolds,
} from "../scene/loop-holds.ts";
import { makeServerDatabase } from "../scene/server-database.ts";
import { productRoot, startServerProcess, type ServerProcess } from "../scene/server-process.ts";
import { readApiDescription } from "./api-description.ts";
import { createAnswerCheck } from "./check-answer.ts";
import { outOfReach } from "./out-of-reach.ts";
import { runFuzz, type FuzzResult } from "./run-fuzz.ts";
import { seedOrganizations } from "../scene/seed-organizations.ts";
import { createSender } from "./send-request.ts";

const help = `npm run proof:fuzz -- [options]

Sends random requests, generated from the server's /openapi.json, to a real server: valid and invalid
ones, with ids and versions from earlier responses, by callers of every kind, each within its rate
limit. Every response is checked against the document.

  --short            the embedded engine and 10,000 requests: about a minute, for CI
  --requests N       how many requests, not counting those answered 429 (default 60000 an
                     engine); up to twice as many if an operation was not reached by then
  --engine NAME      embedded or server (default: both)
  --seed N           the first seed (default: by the clock); a failure prints the one that shows it
  --workers N        simultaneous sequences (default 8)
Ends with code 1 if it finds a violation, and prints the smallest sequence of requests that shows it.
The server engine needs a PostgreSQL at PROOF_DATABASE (default: port 5432 of this machine).
`;

const engines = ["embedded", "server"] as const;
/** The maximum memory of a server: far above what it needs, far below that of a leak. */
const memoryLimitMiB = 1536;

const { isShort, values } = readCommandLine(help, {
  requests: { type: "string" },
  engine: { type: "string" },
  seed: { type: "string" },
  workers: { type: "string" },
});
const seed = readCount(values.seed, Date.now() % 1_000_000_000);
const requests = readCount(values.requests, isShort ? 10_000 : 60_000);
const workers = readCount(values.workers, 8);
const wanted = engines.filter((engine) =>
  values.engine === undefined ? !isShort || engine === "embedded" : values.engine === engine,
);

// The results until then are printed.
let isInterrupted = false;
process.once("SIGINT", () => {
  isInterrupted = true;
});

let isFailed = wanted.length === 0;
for (const engine of wanted) isFailed = !(await prove(engine)) || isFailed;
process.exit(isFailed ? 1 : 0);

async function prove(engine: (typeof engines)[number]): Promise<boolean> {
  const scratch = await makeScratch();
  const database = engine === "server" ? await makeServerDatabase("lintel_fuzz") : null;
  if (engine === "server" && database === null) return true;
  const settings: Record<string, string> = {
    LINTEL_DATA: scratch.data,
    LINTEL_WEB_APP: "off",
    LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
    LINTEL_MASTER_KEY: randomBytes(32).toString("hex"),
    ...(database === null ? {} : { LINTEL_DATABASE_EU: database.url }),
  };
  const target = await startTargetApi();
  try {
    const holds = collectLoopHolds();
    const server = await startServerProcess({
      settings,
      nodeOptions: holds.nodeOptions,
      onOutput: (text) => holds.read(text),
    });
    try {
      const place = { url: server.url, folder: scratch.data };
      const organizations = await seedOrganizations(place, isShort ? 400 : 1600);
      return await fuzz(engine, server, target.url, organizations, holds);
    } finally {
      await server.end();
    }
  } finally {
    await target[Symbol.asyncDispose]();
    await database?.drop();
    await scratch.remove();
  }
}

async function fuzz(
  engine: string,
  server: ServerProcess,
  targetUrl: string,
  organizations: Awaited<ReturnType<typeof seedOrganizations>>,
  holds: LoopHolds,
): Promise<boolean> {
  const api = await readApiDescription(server.url);
  const memory: number[] = [];
  const sender = createSender(server.url, workers * 2);
  const began = performance.now();
  const result = await runFuzz({
    api,
    answerCheck: createAnswerCheck(api, await readProblemCodes()),
    sender,
    organizations,
    targetUrl,
    seed,
    requests,
    workers,
    isOver: () => server.ended() !== null || isInterrupted,
    onSample: () => memory.push(server.memory()?.now ?? 0),
    onWarm: () => holds.begin(),
  });
  await sender.close();
  clearProgress();
  const seconds = (performance.now() - began) / 1000;
  const users = organizations.length * (organizations[0]?.users.length ?? 0);
  return report(engine, server, result, {
    seconds,
    users,
    memory,
    holds: holds.list(),
    operations: api.operations.map(({ name }) => name),
  });
}

async function readProblemCodes(): Promise<Map<string, number>> {
  const table = JSON.parse(
    await readFile(path.join(productRoot, "contract/problems.json"), "utf8"),
  ) as { code: string; status: number }[];
  return new Map(table.map(({ code, status }) => [code, status]));
}

interface Figures {
  readonly seconds: number;
  readonly users: number;
  readonly memory: readonly number[];
  /** The longest first. */
  readonly holds: readonly LoopHold[];
  readonly operations: readonly string[];
}

function report(
  engine: string,
  server: ServerProcess,
  result: FuzzResult,
  figures: Figures,
): boolean {
  const { seconds, users, memory, holds, operations } = figures;
  const statuses = [...result.byStatus].sort(([left], [right]) => left - right);
  const never = operations.filter(
    (name) => !outOfReach.has(name) && (result.byOperation.get(name)?.accepted ?? 0) === 0,
  );
  // The short form is too short for all of them.
  const neverAllowed = isShort ? operations.length / 10 : 0;
  const most = server.memory()?.most ?? 0;
  const log = server.printed().split("\n");
  const errors = log.filter(
    (line) => line.startsWith('{"level":50') || line.startsWith('{"level":60'),
  );
  console.log(
    `${engine}: ${result.counted} requests (and ${result.limited} answered 429) by ${users} users in ${seconds.toFixed(0)} s, from seed ${seed}`,
  );
  console.log(
    `  statuses: ${statuses.map(([status, times]) => `${status === 0 ? "closed" : status} ${times}`).join(", ")}`,
  );
  console.log(
    `  operations that succeeded: ${operations.length - never.length} of ${operations.length}, without those out of reach`,
  );
  if (never.length > 0) console.log(`  never succeeded: ${never.join(", ")}`);
  const least = operations
    .map((name) => [name, result.byOperation.get(name)?.accepted ?? 0] as const)
    .sort(([, left], [, right]) => left - right)
    .slice(0, 6);
  console.log(`  least often: ${least.map((entry) => entry.join(" ")).join(", ")}`);
  console.log(
    `  memory: ${memory[0] ?? 0} MiB at first, ${memory.at(-1) ?? 0} at last, ${most} at most`,
  );
  const describeHold = ({ ms, routes }: LoopHold) => `${ms} ms before ${routes.join(", ")}`;
  console.log(
    `  event loop held for 50 ms or more: ${holds.length} times; the longest: ${holds.slice(0, 3).map(describeHold).join("; ") || "none"}`,
  );
  // The short form runs next to other work, which lengthens blocks: it reports blocks and allows
  // them.
  const tooLong = isShort ? [] : holds.filter(({ ms }) => ms > holdLimitMs);
  const faults = [
    ...(server.ended() === null
      ? []
      : [`the process ended with ${server.ended()}: ${log.slice(-20).join("\n")}`]),
    ...(most > memoryLimitMiB
      ? [`the process held ${most} MiB; ${memoryLimitMiB} are allowed`]
      : []),
    ...tooLong
      .slice(0, 10)
      .map(
        (hold) => `the event loop was held for more than ${holdLimitMs} ms: ${describeHold(hold)}`,
      ),
    ...(never.length <= neverAllowed ? [] : [`never reached with success: ${never.join(", ")}`]),
    ...(errors.length === 0
      ? []
      : [`${errors.length} lines of the log are errors, the first: ${errors[0]}`]),
    ...result.findings.map(
      ({ violation, seed: at, path: way, requests: sent, times }) =>
        `${violation}\n    seen ${times} times; first with --seed ${at} (path ${way}):\n${sent.map((line) => `      ${line}`).join("\n")}`,
    ),
  ];
  for (const fault of faults) console.log(`  VIOLATED ${fault}`);
  if (faults.length === 0) console.log("  nothing violated");
  return faults.length === 0;
}
