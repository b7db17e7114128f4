import { execFile, spawn, type ChildProcess } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { keyFileOf, makeMasterKey, writeKeyFile } from "../platform/data-folder/key-file.ts";
import { makeRegionTemplate } from "./test-database.ts";

const entry = path.join(import.meta.dirname, "../main.ts");

/** The result of a finished command. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server in a separate process, as an operator starts it. */
export interface SpawnedServer {
  readonly url: string;
  /** Everything that it has printed so far, including its log. */
  printed(): string;
  /** Ends it by a signal and returns the exit code, or null if the signal killed it. */
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

type Settings = Readonly<Record<string, string>>;

/**
 * A data folder that is deleted after the test. A named region is prepared, which would take the
 * server seconds. Without one, the folder does not exist.
 */
export async function makeDataFolder(
  region?: "eu" | "us",
): Promise<AsyncDisposable & { path: string }> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-"));
  const folder = path.join(parent, "data");
  if (region !== undefined) {
    await mkdir(folder, { mode: 0o700 });
    await cp(await makeRegionTemplate(), path.join(folder, region), {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
    // Existing data need the key that they were written with.
    await writeKeyFile(keyFileOf(folder), [makeMasterKey()]);
  }
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

/** A started server that may not listen yet and can be ended at any time. */
export interface LaunchedServer extends Pick<SpawnedServer, "printed" | "end"> {
  /** Its address once it listens. Rejects if it ends before that. */
  readonly ready: Promise<string>;
  readonly isRunning: boolean;
}

/** Starts the server from its sources, or from another file. */
export function launchServer(
  dataFolder: string,
  settings: Settings = {},
  file = entry,
): LaunchedServer {
  const child = spawn(process.execPath, [file], {
    env: {
      ...process.env,
      LINTEL_DATA: dataFolder,
      LINTEL_WEB_APP: "off",
      LINTEL_PORT: "0",
      LINTEL_REGIONS: "eu",
      // A test's server has no load balancer that must notice the stop.
      LINTEL_STOP_GRACE_SECONDS: "0",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const match = /Lintel listens at (\S+)/.exec(printed);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    child.once("close", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
  });
  // A test that ends a server before it listens need not wait for it.
  ready.catch(() => {});
  return {
    ready,
    get isRunning() {
      return !hasEnded(child);
    },
    printed: () => printed,
    end: (signal) => endChild(child, signal),
  };
}

export async function spawnServer(
  dataFolder: string,
  settings: Settings = {},
  file = entry,
): Promise<SpawnedServer> {
  const { ready, printed, end } = launchServer(dataFolder, settings, file);
  return { url: await ready, printed, end };
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (hasEnded(child)) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("close", (code) => resolve(code));
    child.kill(signal);
  });
}

/** Runs the server's own command to its end. */
export function runServerCommand(
  dataFolder: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Finished> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry, ...args],
      { env: { ...process.env, LINTEL_DATA: dataFolder, LINTEL_REGIONS: "eu", ...settings } },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), stdout, stderr }),
    );
  });
}
