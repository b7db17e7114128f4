import { Problem } from "./problem.ts";

/** Limits how many calls run at the same time. Others wait, and their owners take turns. */
export interface ThreadSlots {
  /** @throws Problem UNAVAILABLE if too many calls wait, and no other owner has more of them. */
  take<T>(owner: string, work: () => Promise<T>): Promise<T>;
  /**
   * The same in two steps: resolves when it is the caller's turn, to a function that ends the turn.
   */
  enter(owner: string): Promise<() => void>;
}

export interface SlotLimits {
  readonly atOnce: number;
  /** The number of running calls of one owner; `atOnce` by default. */
  readonly atOnceEach?: number;
  readonly maxWaiting: number;
}

interface WaitingCall {
  readonly start: () => void;
  readonly refuse: (why: Problem) => void;
}

export function createThreadSlots(limits: SlotLimits): ThreadSlots {
  const { atOnce, maxWaiting, atOnceEach = atOnce } = limits;
  const queues = createQueues();
  const running: string[] = [];

  const mayStart = (owner: string) => running.filter((each) => each === owner).length < atOnceEach;

  function startNext(): void {
    if (running.length >= atOnce) return;
    const next = queues.takeTurn(mayStart);
    if (next === undefined) return;
    running.push(next.owner);
    next.call.start();
  }

  function leave(owner: string): void {
    running.splice(running.indexOf(owner), 1);
    startNext();
  }

  const enter = (owner: string): Promise<() => void> =>
    new Promise((resolve, reject) => {
      queues.add(owner, { start: () => resolve(() => leave(owner)), refuse: reject });
      startNext();
      if (queues.count() > maxWaiting) queues.dropLast(owner)?.refuse(tooMany());
    });

  return {
    enter,
    async take(owner, work) {
      const end = await enter(owner);
      try {
        return await work();
      } finally {
        end();
      }
    },
  };
}

const tooMany = () =>
  new Problem(
    "UNAVAILABLE",
    "Many large documents or pages are being worked on. Try again in a moment.",
  );

/** The waiting calls of each owner, with the owner whose turn is next first. */
function createQueues() {
  const queues = new Map<string, WaitingCall[]>();

  return {
    count: () => [...queues.values()].reduce((sum, { length }) => sum + length, 0),
    add(owner: string, call: WaitingCall): void {
      queues.set(owner, [...(queues.get(owner) ?? []), call]);
    },
    /** The oldest call of the next owner that may start one, who then is the last in turn. */
    takeTurn(mayStart: (owner: string) => boolean) {
      const owner = [...queues.keys()].find(mayStart);
      const [call, ...rest] = owner === undefined ? [] : (queues.get(owner) ?? []);
      if (owner === undefined || call === undefined) return undefined;
      queues.delete(owner);
      if (rest.length > 0) queues.set(owner, rest);
      return { owner, call };
    },
    /** Takes out the newest call of the owner with the most, and of this owner among equals. */
    dropLast(among: string): WaitingCall | undefined {
      const lengthOf = (owner: string) => queues.get(owner)?.length ?? 0;
      const most = [...queues.keys()].reduce(
        (best, owner) => (lengthOf(owner) > lengthOf(best) ? owner : best),
        among,
      );
      const calls = queues.get(most) ?? [];
      const last = calls.pop();
      if (calls.length === 0) queues.delete(most);
      return last;
    },
  };
}
