import { parseArgs } from "node:util";
import { readCount, readSeed } from "../stage/read-count.ts";

const engineNames = ["embedded", "server"] as const;
export type EngineName = (typeof engineNames)[number];

export interface KillOptions {
  readonly engines: readonly EngineName[];
  readonly kills: number;
  readonly clients: number;
  readonly seed: number;
  /** Any database of the PostgreSQL server on which databases are created. */
  readonly database: string;
}

export const help = `proof:kills — kills a server at random instants and checks that it keeps what it acknowledged

  npm run proof:kills -- [OPTIONS]

  --engine embedded|server   the engine under the server (default: both, at the same time)
  --kills N                  how many kills on each engine (default 300)
  --short                    6 kills on each engine, for CI: under a minute
  --clients N                clients that write at the same time (default 6)
  --seed N                   decides instants and load (default: drawn, and printed)
  --database URL             a PostgreSQL server on which databases lintel_kills_… are created
                             (default postgres://postgres@127.0.0.1:5432/postgres)
  --help

Ends with code 1 if anything that was acknowledged is lost, incomplete or without its audit entry,
if a run does not end, or if the chain of the audit log is broken. Each
violation is printed with its seed, the number of the kill, the instant and the ids of requests.
`;

/** The options of the command line; null for --help. */
export function readOptions(args: readonly string[]): KillOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      engine: { type: "string" },
      kills: { type: "string", default: "300" },
      short: { type: "boolean", default: false },
      clients: { type: "string", default: "6" },
      seed: { type: "string" },
      database: { type: "string", default: "postgres://postgres@127.0.0.1:5432/postgres" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  const engine = engineNames.find((name) => name === values.engine);
  if (values.engine !== undefined && engine === undefined) {
    throw new Error(`--engine takes ${engineNames.join(" or ")}; see --help.`);
  }
  return {
    engines: engine === undefined ? engineNames : [engine],
    kills: values.short ? shortKills : readCount("--kills", values.kills),
    clients: readCount("--clients", values.clients),
    seed: readSeed(values.seed),
    database: values.database,
  };
}

const shortKills = 6;
