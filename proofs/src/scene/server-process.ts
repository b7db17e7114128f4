import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../../..");

/** The entry of the server, or of a changed copy of the product, to show that a proof can fail. */
export const productRoot = process.env["PROOF_PRODUCT"] ?? root;
const entry = path.join(productRoot, "apps/server/src/main.ts");

/** The result of a finished command. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The product in a separate process, as an operator starts it. */
export interface ServerProcess {
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** The last `maxOutput` characters of its output. */
  printed(): string;
  /** The exit code, or the name of the signal, once it has ended. */
  ended(): number | string | null;
  /** Its present and its maximum memory in MiB; null without /proc. */
  memory(): { now: number; most: number } | null;
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<number | string>;
}

export interface ServerOptions {
  readonly settings: Readonly<Record<string, string>>;
  /** A command before `node`, such as `faketime -f +2h`. */
  readonly wrapper?: readonly string[];
  readonly nodeOptions?: readonly string[];
  /** Called with everything that it prints. */
  readonly onOutput?: (text: string) => void;
}

const maxOutput = 20_000_000;
const startLimitMs = 60_000;

/** Starts it and waits until it listens. */
export async function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const line = [
    ...(options.wrapper ?? []),
    process.execPath,
    ...(options.nodeOptions ?? []),
    entry,
  ];
  const [command = "", ...args] = line;
  const child = spawn(command, args, {
    env: {
      ...process.env,
      LINTEL_PORT: "0",
      LINTEL_REGIONS: "eu",
      LINTEL_STOP_GRACE_SECONDS: "0",
      ...options.settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  let ended: number | string | null = null;
  const over = new Promise<number | string>((resolve) => {
    child.once("close", (code, signal) => resolve((ended = code ?? signal ?? "unknown")));
  });
  const { promise: listening, resolve: resolveUrl } = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed = (printed + text).slice(-maxOutput);
      options.onOutput?.(text);
      const match = /Lintel listens at (\S+)/.exec(printed.slice(0, 5000));
      if (match?.[1] !== undefined) resolveUrl(match[1]);
    });
  }
  const timer = setTimeout(() => child.kill("SIGKILL"), startLimitMs);
  const url = await Promise.race([listening, over.then(() => null)]);
  clearTimeout(timer);
  if (url === null) throw new Error(`The server ended with ${ended} at its start:\n${printed}`);
  const pid = pidOf(child.pid ?? 0, options.wrapper !== undefined);
  return {
    url,
    port: Number(new URL(url).port),
    pid,
    printed: () => printed,
    ended: () => ended,
    memory: () => readMemory(pid),
    async end(signal = "SIGTERM") {
      if (ended === null) process.kill(pid, signal);
      const stuck = setTimeout(() => child.kill("SIGKILL"), 30_000);
      return over.finally(() => clearTimeout(stuck));
    },
  };
}

// A wrapper that execs keeps the id; one that forks has the server as its only child.
function pidOf(pid: number, isWrapped: boolean): number {
  if (!isWrapped) return pid;
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return children === "" ? pid : Number(children.split(" ")[0]);
  } catch {
    return pid;
  }
}

function readMemory(pid: number): { now: number; most: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const read = (name: string): number =>
      Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024);
    return { now: read("VmRSS"), most: read("VmHWM") };
  } catch {
    return null;
  }
}

/** Starts a command of the server that the caller ends early. */
export function leaveServerCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): { kill(): Promise<void> } {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, LINTEL_REGIONS: "eu", ...settings },
    stdio: "ignore",
  });
  const over = new Promise<void>((resolve) => child.once("close", () => resolve()));
  return {
    kill() {
      child.kill("SIGKILL");
      return over;
    },
  };
}

/** Runs a command of the server (`admin`, `doctor`) to its end. */
export function runServerCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Finished> {
  const child = spawn(process.execPath, [entry, ...args], {
    env: { ...process.env, LINTEL_REGIONS: "eu", ...settings },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 120_000,
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, stdout, stderr }));
  });
}
