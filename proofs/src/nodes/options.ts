import { parseArgs } from "node:util";
import { readCount, readSeed } from "../stage/read-count.ts";

export interface NodeOptions {
  /** Kills of each node. */
  readonly killsOfNode: number;
  /** How the database is restarted, in turn. */
  readonly restarts: readonly RestartMode[];
  readonly clients: number;
  readonly seed: number;
}

export type RestartMode = "fast" | "immediate";

export const help = `proof:nodes — kills two nodes in turn, and restarts the database under them

  npm run proof:nodes -- [OPTIONS]

  --kills N      how many kills of each node (default 20)
  --short        one kill of each node and one restart of the database, for CI: under a minute
  --clients N    clients that write at the same time (default 6)
  --seed N       decides instants and load (default: drawn, and printed)
  --help

Creates a PostgreSQL cluster in a temporary folder, with the programs that pg_config names
or that are in /usr/lib/postgresql, and starts two servers on it. The database is restarted three
times: fast, immediate (a crash), fast.

Ends with code 1 if anything that was acknowledged is lost, incomplete or without its audit entry,
if a user gets more calls than the limit in any window, if a call hangs or returns anything other
than its output or a problem, if a run of a killed node does not end within 30 seconds, or if a
node does not recover by itself. Each violation is printed with its seed, the instant
and the ids of requests.
`;

/** The options of the command line; null for --help. */
export function readOptions(args: readonly string[]): NodeOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: "string", default: "20" },
      short: { type: "boolean", default: false },
      clients: { type: "string", default: "6" },
      seed: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  return {
    killsOfNode: values.short ? 1 : readCount("--kills", values.kills),
    restarts: values.short ? ["immediate"] : ["fast", "immediate", "fast"],
    clients: readCount("--clients", values.clients),
    seed: readSeed(values.seed),
  };
}
