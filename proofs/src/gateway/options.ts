import { parseArgs } from "node:util";
import { readCount, readSeed } from "../stage/read-count.ts";

export interface GatewayOptions {
  /** Kills of gateways; of nodes, restarts and cut connections there are a third as many each. */
  readonly kills: number;
  readonly clients: number;
  readonly seed: number;
}

export const help = `proof:gateway — kills gateways, nodes and the database under load

  npm run proof:gateway -- [OPTIONS]

  --kills N      how many kills of gateways (default 30); a third as many of each other event
  --short        three kills of gateways and one of each other event, for CI: about a minute
  --clients N    clients that call at the same time (default 8)
  --seed N       decides instants and load (default: drawn, and printed)
  --help

Creates a PostgreSQL cluster in a temporary folder, and starts two nodes and two gateways on it.

Ends with code 1 if a call fails that was not in flight at a killed gateway, if a killed gateway
loses counts of more than two seconds, if a call is counted twice, if a phase of a plan begins
twice or not at all, or if a notice or a message of a webhook is lost.
`;

/** The options of the command line; null for --help. */
export function readOptions(args: readonly string[]): GatewayOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kills: { type: "string", default: "30" },
      short: { type: "boolean", default: false },
      clients: { type: "string", default: "8" },
      seed: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  return {
    kills: values.short ? 3 : readCount("--kills", values.kills),
    clients: readCount("--clients", values.clients),
    seed: readSeed(values.seed),
  };
}
