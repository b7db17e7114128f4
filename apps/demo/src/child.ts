import { spawn } from "node:child_process";

/** A process that the demo started. */
export interface Child {
  /** Resolves with the first match in the output; rejects if the process ends first. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** The exit code. */
  readonly exited: Promise<number>;
  stop(): Promise<void>;
}

/** Starts a program with the current Node and additional environment variables. */
export function startChild(
  name: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: "inherit" | "pipe" = "pipe",
): Child {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment },
    stdio: ["ignore", output, "inherit"],
    // Ctrl-C reaches only the demo, which then stops the other processes in order.
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
