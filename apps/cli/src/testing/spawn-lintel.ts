import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SpawnOptions {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
  /** The file to start. Default: the source. */
  readonly entry?: string;
  readonly cwd?: string;
}

const source = path.join(import.meta.dirname, "../main.ts");

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written to stderr so far. */
  printed(): string;
  /** Resolves when stderr contains a text. */
  waitFor(text: string): Promise<void>;
}

/** Starts the real command, with only the environment variables that Node needs. */
export function startLintel({ args, env, input, entry = source, cwd }: SpawnOptions): Running {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: "/nonexistent", ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  const watchers: (() => void)[] = [];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    for (const watch of watchers) watch();
  });
  // It may exit before it reads its input.
  child.stdin.on("error", () => {});
  child.stdin.end(input ?? "");
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, stdout, stderr }));
  });
  const waitFor = (text: string) =>
    Promise.race([
      new Promise<void>((resolve) => {
        watchers.push(() => stderr.includes(text) && resolve());
        if (stderr.includes(text)) resolve();
      }),
      ended.then((end) => {
        if (!end.stderr.includes(text))
          throw new Error(`It ended without "${text}": ${end.stderr}`);
      }),
    ]);
  return { child, ended, printed: () => stderr, waitFor };
}

/** Runs the real command to its end. */
export function runLintel(options: SpawnOptions): Promise<Ended> {
  return startLintel(options).ended;
}

/** A folder that is deleted with its test. */
export async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtemp(path.join(tmpdir(), "lintel-cli-"));
  return {
    path: folder,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}
