import { launchServer, type LaunchedServer } from "@lintel/server/testing/spawned-server";

/** One of the servers of a database, which can be killed and started again. */
export interface Node {
  readonly name: string;
  readonly folder: string;
  /** The address at which it listens, or listened last. */
  readonly url: string;
  readonly isUp: boolean;
  /** @throws Error if it does not listen within a minute */
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Its exit code; null if it had to be killed. */
  stop(): Promise<number | null>;
  printed(): string;
}

const startLimitMs = 60_000;

export function createNode(
  name: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Node {
  let server: LaunchedServer | null = null;
  let url = "";

  return {
    name,
    folder,
    get url() {
      return url;
    },
    get isUp() {
      return server?.isRunning ?? false;
    },
    async start() {
      server = launchServer(folder, settings);
      let timer: NodeJS.Timeout | undefined;
      const limit = new Promise<never>((_, reject) => {
        timer = setTimeout(() => reject(new Error(`Node ${name} does not start.`)), startLimitMs);
      });
      url = await Promise.race([server.ready, limit]).finally(() => clearTimeout(timer));
    },
    async kill() {
      await server?.end("SIGKILL");
    },
    stop: async () => (await server?.end("SIGTERM")) ?? null,
    printed: () => server?.printed() ?? "",
  };
}
