import type { Sessions } from "../identities/sessions.ts";
import type { Exchange } from "../traffic/exchange.types.ts";
import { listChanging, showsSame } from "../traffic/compare-answers.ts";

/** What the target answers for addresses that no API has. */
export interface Nowhere {
  /**
   * Whether an answer is what the identity also gets for addresses that do not exist. It then says
   * nothing about an operation: a gateway, a page for maintenance, or a stub has answered.
   */
  isAlike(exchange: Exchange, identity: string): Promise<boolean>;
}

const paths = ["/svc-scan-4b1c9e70d2a8", "/svc-scan-nowhere/e83f06a5c17d"] as const;

/** Asks when an answer is first checked, at most twice for each identity. */
export function createNowhere(send: Sessions["send"]): Nowhere {
  const asked = new Map<string, Promise<Exchange>>();

  function ask(path: string, identity: string): Promise<Exchange> {
    const key = `${identity} ${path}`;
    const draft = { method: "GET", path, query: [], headers: [], body: null } as const;
    const answer = asked.get(key) ?? send(draft, identity);
    asked.set(key, answer);
    return answer;
  }

  return {
    async isAlike(exchange, identity) {
      const first = await ask(paths[0], identity);
      if (first.status !== exchange.status) return false;
      if (showsSame(first, exchange) && showsSame(exchange, first)) return true;
      // Such an answer may name its address, or the time.
      const changing = listChanging(first, await ask(paths[1], identity));
      return showsSame(first, exchange, changing) && showsSame(exchange, first, changing);
    },
  };
}
