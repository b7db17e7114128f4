import { readCommandLine, readCount } from "../scene/command-line.ts";
import { readSeed } from "../stage/read-count.ts";

export interface AgentOptions {
  /** Together, retries and look-ups not counted. */
  readonly calls: number;
  /** Of each of the two nodes. */
  readonly killsOfNode: number;
  readonly seed: number;
}

const help = `proof:agents — kills two nodes under agents that are at work

  npm run proof:agents -- [OPTIONS]

  --calls N      how many calls the agents make together (default 1000)
  --kills N      how many kills of each node (default 10)
  --short        200 calls and two kills of each node, for CI: under a minute
  --seed N       decides calls and instants (default: drawn, and printed)
  --help

Makes a PostgreSQL cluster of its own in a temporary folder, with the programs that pg_config names
or that are in /usr/lib/postgresql, and starts two servers on it with a front before them that hands
each request to the next one. Eight agents, clients of the protocol's SDK in versions 1 and 2 with
keys and staging tokens, each choose a project and enable toolsets once, and then read and write.

Ends with code 1 where a call fails that had a whole line, where a retry does not mend what may be
retried, where a client has to initialize again, where a context or a list of tools is another than
was chosen, where a write is there by half, twice, or not although it was acknowledged, or where the
audit log does not hold.
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
