import { ownerOf, type ToolContexts } from "../../features/tool-context/tool-context.service.ts";
import type { Principal } from "../../platform/credentials/principal.ts";

/** Watches credentials for toolsets that any node enables for them. */
export interface ToolsetWatch {
  /**
   * Watches a credential until the returned function is called. Toolsets that were enabled before are known, so that no
   * later one is missed.
   */
  add(contexts: ToolContexts, principal: Principal): Promise<() => void>;
  /** Checks at once, after something was enabled on this node. */
  look(): void;
  close(): void;
}

interface Watched {
  readonly contexts: ToolContexts;
  readonly owner: ReturnType<typeof ownerOf>;
  count: number;
}

/** How often other nodes' changes are polled while anyone waits for them. Milliseconds. */
const askAgainMs = 1_000;

/**
 * Toolsets are polled like the ends of runs: by their keys, in one query per region. Those of a credential are only
 * ever added to, so their number reveals a change.
 *
 * @param announce called once for all that changed.
 */
export function createToolsetWatch(
  announce: () => void,
  onError: (error: unknown) => void,
): ToolsetWatch {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;

  async function lookOnce(): Promise<void> {
    const before = [...watched];
    const regions = Map.groupBy(before, ({ contexts }) => contexts);
    const changes = [...regions].map(async ([contexts, those]) => {
      const counts = await contexts.countToolsets(those.map(({ owner }) => owner));
      return those.filter((each) => {
        const count = counts.get(each.owner.keyId) ?? 0;
        const isChanged = count !== each.count;
        each.count = count;
        return isChanged;
      });
    });
    if ((await Promise.all(changes)).flat().length > 0) announce();
  }

  /** Checks run in sequence: one may miss what is enabled while it is in progress. */
  function look(): void {
    if (watched.size === 0) return;
    const turn = (looking ?? Promise.resolve()).then(lookOnce).catch(onError);
    looking = turn;
    void turn.finally(() => {
      if (looking === turn) looking = null;
    });
  }

  function stop(each: Watched): void {
    watched.delete(each);
    if (watched.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  }

  return {
    async add(contexts, principal) {
      const owner = ownerOf(principal);
      const counts = await contexts.countToolsets([owner]);
      const each: Watched = { contexts, owner, count: counts.get(owner.keyId) ?? 0 };
      watched.add(each);
      timer ??= setInterval(() => {
        if (looking === null) look();
      }, askAgainMs).unref();
      return () => stop(each);
    },
    look,
    close: () => watched.forEach(stop),
  };
}
