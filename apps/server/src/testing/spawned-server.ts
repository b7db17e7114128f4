import { execFile, spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

const entry = path.join(import.meta.dirname, "../main.ts");

/** What a finished command left. */
export interface Finished {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A server that runs in a process of its own, as an operator starts it. */
export interface SpawnedServer {
  readonly url: string;
  /** Everything that it has printed so far, its log among it. */
  printed(): string;
  /** Ends it by signal and tells the exit code; null where the signal ended it. */
  end(signal: "SIGTERM" | "SIGINT" | "SIGKILL"): Promise<number | null>;
}

type Settings = Readonly<Record<string, string>>;

/** A data folder that is gone after the test. */
export async function makeDataFolder(): Promise<AsyncDisposable & { path: string }> {
  const parent = await mkdtemp(path.join(tmpdir(), "lintel-"));
  return {
    path: path.join(parent, "data"),
    [Symbol.asyncDispose]: () => rm(parent, { recursive: true, force: true }),
  };
}

export async function spawnServer(
  dataFolder: string,
  settings: Settings = {},
): Promise<SpawnedServer> {
  const child = spawn(process.execPath, [entry], {
    env: {
      ...process.env,
      LINTEL_DATA: dataFolder,
      LINTEL_PORT: "0",
      LINTEL_REGIONS: "eu",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  child.stdout.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => {
      const match = /Lintel listens at (\S+)/.exec(printed);
      if (match?.[1] !== undefined) resolve(match[1]);
    });
    child.once("close", (code) => reject(new Error(`The server ended with ${code}: ${printed}`)));
  });
  return { url, printed: () => printed, end: (signal) => endChild(child, signal) };
}

function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
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
