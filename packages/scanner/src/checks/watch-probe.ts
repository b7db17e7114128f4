import type { Probe } from "../scanners/scanner.types.ts";
import type { Exchange } from "../traffic/exchange.types.ts";

/** What a check was answered. */
export interface Watched {
  /** Answers to the requests of the check itself. */
  readonly answers: Exchange[];
  /** Answers to requests that prepared it, of those that were sent. */
  readonly prepared: { readonly identity: string; readonly works: boolean }[];
}

/** A probe that remembers what it was answered, for one check. */
export function watchProbe(probe: Probe): { readonly probe: Probe; readonly watched: Watched } {
  const watched: Watched = { answers: [], prepared: [] };
  const keep = (answer: Exchange): Exchange => {
    watched.answers.push(answer);
    return answer;
  };
  const own: Probe = {
    ...probe,
    send: async (draft, identity) => keep(await probe.send(draft, identity)),
    attempt: async (draft) => keep(await probe.attempt(draft)),
    async baseline(operation, identity) {
      const baseline = await probe.baseline(operation, identity);
      if (baseline.exchange !== null) watched.prepared.push({ identity, works: baseline.works });
      return baseline;
    },
  };
  return { probe: own, watched };
}
