import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { readCommandLine } from "../scene/command-line.ts";
import { makeScratch, type Scratch } from "../scene/data-folder.ts";
import { clearProgress, showProgress } from "../scene/progress.ts";
import { actOnServer, makeServerDatabase } from "../scene/server-database.ts";
import { startServerProcess, type ServerProcess } from "../scene/server-process.ts";
import { makeCanary, searchFor, type Canary, type Occurrence } from "./canaries.ts";
import { createCaller, type Caller } from "./caller.ts";
import { notPlayedYet } from "./not-played-yet.ts";
import { startEchoTarget } from "./echo-target.ts";
import { playScene } from "./play-scene.ts";
import { readTables } from "./read-tables.ts";

const help = `npm run proof:canary -- [options]

Gives a server secrets of every kind, calls every operation of the catalog with them, successfully and
refused, against an API that returns its requests, and then searches for the secrets in everything that
the product writes: log, responses, reports, commands, backup, database, files.

  --short            only the embedded engine: under a minute, for CI
  --engine NAME      embedded or server (default: both)

Ends with code 1 if a secret was found, or if an operation was not called. The server engine needs a
PostgreSQL at PROOF_DATABASE.
`;

const { isShort, values } = readCommandLine(help, { engine: { type: "string" } });
const wanted = (["embedded", "server"] as const).filter((engine) =>
  values.engine === undefined ? !isShort || engine === "embedded" : values.engine === engine,
);
let isFailed = wanted.length === 0;
for (const engine of wanted) isFailed = !(await prove(engine)) || isFailed;
process.exit(isFailed ? 1 : 0);

async function prove(engine: "embedded" | "server"): Promise<boolean> {
  const secrets = makeSecrets();
  const scratch = await makeScratch();
  const database =
    engine === "server" ? await openRestrictedDatabase(secrets.database.value) : null;
  if (engine === "server" && database === null) return true;
  const redis = await startRedis(secrets.redis.value);
  const target = await startEchoTarget(secrets.token.value, secrets.extracted.value);
  try {
    const settings: Record<string, string> = {
      LINTEL_DATA: scratch.data,
      LINTEL_WEB_APP: "off",
      LINTEL_LOG_LEVEL: "debug",
      LINTEL_MASTER_KEY: `${secrets.masterKey.value},${secrets.previousKey.value}`,
      LINTEL_HOP_SECRET: secrets.hop.value,
      LINTEL_EGRESS_ALLOW: "127.0.0.0/8:*",
      LINTEL_RATE_LIMIT: "100000",
      LINTEL_REDIS_EU: redis.url,
      ...(database === null ? {} : { LINTEL_DATABASE_EU: database.url }),
    };
    const server = await startServerProcess({ settings });
    const caller = createCaller(server.url, settings);
    const keys = await use(server, caller, target.url, secrets);
    redis.stop();
    await caller.call("getCaller", keys[0] ?? "");
    const live = await collect(server, caller, scratch);
    await server.end();
    const text =
      database === null
        ? await readTables({ engine: "embedded", folder: path.join(scratch.data, "eu") })
        : await readTables({ engine: "server", url: database.url });
    const places = new Map([
      ...live,
      ["the log", server.printed()],
      ["the database as text", text],
      ...(await readFiles(scratch.data)),
    ]);
    const canaries = [
      ...Object.values(secrets),
      ...keys.map((value, at) => ({ name: `API key ${at + 1}`, value })),
    ];
    return report(engine, { canaries, places, caller, received: target.received() });
  } finally {
    await target[Symbol.asyncDispose]();
    redis.stop();
    await database?.drop();
    await scratch.remove();
  }
}

function makeSecrets() {
  const odd = `/+"&<é '%`;
  const bytes = (name: string): Canary => ({ name, value: randomBytes(32).toString("hex") });
  return {
    variable: makeCanary("a secret variable"),
    oddVariable: makeCanary("a secret variable of odd characters", odd),
    override: makeCanary("the credential of a run"),
    identity: makeCanary("the credential of an identity of a scan"),
    clientSecret: makeCanary("an OAuth client's secret"),
    token: makeCanary("an OAuth token"),
    extracted: makeCanary("an extracted credential"),
    masterKey: bytes("LINTEL_MASTER_KEY"),
    previousKey: bytes("the master key of before"),
    hop: bytes("LINTEL_HOP_SECRET"),
    database: makeCanary("the database's password"),
    redis: makeCanary("the password of Redis"),
  };
}

async function use(
  server: ServerProcess,
  caller: Caller,
  targetUrl: string,
  secrets: ReturnType<typeof makeSecrets>,
): Promise<string[]> {
  showProgress("using every operation");
  try {
    return await playScene(caller, targetUrl, {
      variable: secrets.variable.value,
      oddVariable: secrets.oddVariable.value,
      override: secrets.override.value,
      clientSecret: secrets.clientSecret.value,
      identity: secrets.identity.value,
    });
  } catch (error) {
    await server.end("SIGKILL");
    throw error;
  } finally {
    clearProgress();
  }
}

/** Sources that only exist while the server runs. */
async function collect(
  server: ServerProcess,
  caller: Caller,
  scratch: Scratch,
): Promise<Map<string, string>> {
  const backup = path.join(scratch.path, "eu.backup");
  await caller.run("admin", "backup", backup);
  await caller.run("admin", "--help");
  await caller.run("admin", "master-key", "status");
  await caller.run("doctor");
  const places = new Map<string, string>();
  if (existsSync(`/proc/${server.pid}/cmdline`)) {
    places.set("the process's arguments", readFileSync(`/proc/${server.pid}/cmdline`, "latin1"));
    places.set("the process's title", readFileSync(`/proc/${server.pid}/comm`, "latin1"));
  }
  for (const probe of ["/healthz", "/readyz", "/metrics", "/openapi.json"])
    places.set(probe, await (await fetch(server.url + probe)).text());
  places.set("the backup", gunzipSync(await readFile(backup)).toString("latin1"));
  for (const [place, text] of caller.answered) places.set(place, text);
  return places;
}

/** Every file of the data folder as it is: tables, indices, the write-ahead log. */
async function readFiles(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async (file): Promise<[string, string]> => [
      path.relative(folder, file),
      await readFile(file, "latin1"),
    ]),
  );
}

interface Proof {
  readonly canaries: readonly Canary[];
  readonly places: ReadonlyMap<string, string>;
  readonly caller: Caller;
  readonly received: string;
}

function report(engine: string, { canaries, places, caller, received }: Proof): boolean {
  const occurrences: Occurrence[] = [...places].flatMap(([place, text]) =>
    searchFor(canaries, place, text),
  );
  const used = new Set([
    "a secret variable",
    "the credential of a run",
    "an OAuth token",
    "an OAuth client's secret",
    "an extracted credential",
  ]);
  const unused = canaries.filter(
    (canary) => used.has(canary.name) && searchFor([canary], "", received).length === 0,
  );
  const all = caller.uncovered();
  const uncovered = all.filter((name) => !notPlayedYet.has(name.split(" ", 1)[0] ?? ""));
  const size = [...places.values()].reduce((sum, text) => sum + text.length, 0);
  console.log(
    `${engine}: ${canaries.length} canaries looked for in ${places.size} places of ${(size / 1e6).toFixed(0)} MB; ${caller.answered.size} calls and commands`,
  );
  for (const { canary, form, place, around } of occurrences)
    console.log(
      `  FOUND ${canary} (${form}) in ${place}: …${around.replaceAll(/[^\x20-\x7E]/g, ".")}…`,
    );
  for (const { name } of unused)
    console.log(`  NOT USED ${name}: it never reached the API under test`);
  for (const name of uncovered) console.log(`  NOT COVERED ${name}: teach play-scene.ts to use it`);
  if (all.length > uncovered.length)
    console.log(`  not used yet: ${all.length - uncovered.length} uses of operations of sign-in`);
  const isFine = occurrences.length + unused.length + uncovered.length === 0;
  if (isFine) console.log("  none of them was found, and every operation was used");
  return isFine;
}

interface Redis {
  readonly url: string;
  stop(): void;
}

/**
 * A separate Redis with the password; without a Redis program, an address at which nothing listens.
 */
async function startRedis(password: string): Promise<Redis> {
  const port = await freePort();
  const url = `redis://:${password}@127.0.0.1:${port}/0`;
  const found = await promisify(execFile)("redis-server", ["--version"]).catch(() => null);
  if (found === null) return { url, stop: () => {} };
  const child: ChildProcess = spawn("redis-server", ["-"], { stdio: ["pipe", "ignore", "ignore"] });
  child.stdin?.end(
    `port ${port}\nbind 127.0.0.1\nrequirepass ${password}\nsave ""\nappendonly no\n`,
  );
  return { url, stop: () => void child.kill() };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A database of a user whose password is a canary. */
async function openRestrictedDatabase(
  password: string,
): Promise<{ url: string; drop(): Promise<void> } | null> {
  const made = await makeServerDatabase("lintel_fuzz_canary");
  if (made === null) return null;
  const role = "lintel_fuzz_canary";
  await actOnServer(
    `drop role if exists ${role}`,
    `create role ${role} login password '${password}'`,
    `alter database lintel_fuzz_canary owner to ${role}`,
  );
  const url = new URL(made.url);
  url.username = role;
  url.password = password;
  return {
    url: url.href,
    async drop() {
      await made.drop();
      await actOnServer(`drop role if exists ${role}`);
    },
  };
}
