import type { Verdict } from "../stage/verdict.ts";
import type { Life } from "./call-load.ts";
import type { CountingUpstream } from "./counting-upstream.ts";

/** Counts of the last so many milliseconds may be lost with a killed gateway. */
const lostMs = 2000;

/** Compares what was counted for each life of a gateway with what the clients and the upstream know. */
export async function checkCounts(
  verdict: Verdict,
  lives: readonly Life[],
  { answered }: CountingUpstream,
  callers: { readonly url: string; readonly key: string },
): Promise<void> {
  const counted = await readCounts(callers);
  for (const { name, killedAt, answeredAt } of lives) {
    const count = counted.get(name) ?? 0;
    const most = answered.get(name) ?? 0;
    const until = killedAt === null ? Infinity : killedAt - lostMs;
    const least = answeredAt.filter((at) => at < until).length;
    const evidence = { name, counted: count, answered: answeredAt.length, upstream: most, least };
    if (count > most) verdict.violate("calls are counted twice", evidence);
    if (count < least) verdict.violate("counts of more than two seconds are lost", evidence);
    verdict.count("counted calls", count);
    if (killedAt !== null)
      verdict.raise("most counts lost with a gateway", Math.max(0, answeredAt.length - count));
  }
}

/** The calls of registered consumers by their names. */
async function readCounts({ url, key }: { readonly url: string; readonly key: string }) {
  const counts = new Map<string, number>();
  for (let skip = 0; ; skip += 100) {
    const answer = await fetch(`${url}?take=100&skip=${skip}`, { headers: { "x-api-key": key } });
    const page = (await answer.json()) as {
      readonly items: readonly { readonly name: string | null; readonly requests: number }[];
      readonly totalCount: number;
    };
    for (const { name, requests } of page.items)
      counts.set(name ?? "", (counts.get(name ?? "") ?? 0) + requests);
    if (skip + 100 >= page.totalCount) return counts;
  }
}
