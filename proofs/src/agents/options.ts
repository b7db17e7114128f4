import { readCommandLine, readCount } from "../scene/command-line.ts";
import { readSeed } from "../stage/read-count.ts";

export interface AgentOptions {
  /** In total, without retries and look-ups. */
  readonly calls: number;
  /** Of each of the two nodes. */
  readonly killsOfNode: number;
  readonly seed: number;
}

const help = `proof:agents — kills two nodes while agents work

  npm run proof:agents -- [OPTIONS]

  --calls N      how many calls the agents make together (default 1000)
  --kills N      how many kills of each node (default 10)
  --short        200 calls and two kills of each node, for CI: under a minute
  --seed N       decides calls and instants (default: drawn, and printed)
  --help

Creates a PostgreSQL cluster in a temporary folder, with the programs that pg_config names or that
are in /usr/lib/postgresql, and starts two servers on it behind a load balancer. Eight agents, clients
of the protocol's SDK in versions 1 and 2 with keys and staging tokens, each select a project and
enable toolsets once, and then read and write.
Ends with code 1 if a call fails without a cut connection, if a call that can be repeated fails after
all retries, if a client has to initialize again, if a context or a list of tools differs from what
was selected, if a write is incomplete, exists twice or is lost after its acknowledgement, or if the
audit log is broken.
`;

export function readOptions(): AgentOptions {
  const options = {
    calls: { type: "string" },
    kills: { type: "string" },
    seed: { type: "string" },
  } as const;
  const { isShort, values } = readCommandLine(help, options);
  const seed = values.seed === undefined ? undefined : String(values.seed);
  return {
    calls: readCount(values.calls, isShort ? 200 : 1000),
    killsOfNode: readCount(values.kills, isShort ? 2 : 10),
    seed: readSeed(seed),
  };
}
