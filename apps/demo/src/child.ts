import { spawn } from "node:child_process";

/** A process that the demonstration started. */
export interface Child {
  /** Resolves with the first match in what the process prints; rejects when it ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program of ours with this very Node, with settings added to the environment. */
export function startChild(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: "inherit" | "pipe" = "pipe",
): Child {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", output, "inherit"],
    // Ctrl-C reaches the demonstration alone, which then ends the others in their order.
    detached: output === "pipe",
  });
  let printed = "";
  const exited = new Promise<number>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
  child.stdout?.on("data", (chunk: Buffer) => {
    printed += chunk.toString();
  });
  return {
    exited,
    waitFor: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(printed);
          if (match !== null) resolve(match);
        };
        look();
        child.stdout?.on("data", look);
        exited.then(
          (code) => reject(new Error(`${name} ended with ${code} before it was ready.`)),
          reject,
        );
      }),
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
}
