/** Keeps a process awake for the moment in which a near server answers. */
export interface Wakefulness {
  /** A request has left. */
  begin(): void;
  /** Its answer is there, or none will come. */
  end(): void;
}

/** What it needs of the world. */
export interface WakefulnessTools {
  /** Milliseconds from any point on. */
  readonly now: () => number;
  /** Calls back after the event loop has looked for input once. */
  readonly nextTurn: (turn: () => void) => void;
}

/** Longer than a near server takes; the most that a request of a distant one costs in vain. */
const longestWaitMs = 0.5;

/** A turn of the loop takes some microseconds: after one like this others want the processor. */
const longestTurnMs = 0.2;

/** So many requests wait asleep after one that was awake in vain. */
const requestsAtRest = 32;

/**
 * A process that sleeps until its answer comes must be woken, which takes 0.05 to 0.15 ms on a virtual
 * machine: more than a near server takes to answer. So the event loop turns without sleeping for as
 * long as one request is under way and its answer may come at once; where it does not come, or other
 * work wants the processor, the next requests wait asleep. The loop takes other input meanwhile.
 */
export function createWakefulness({ now, nextTurn }: WakefulnessTools): Wakefulness {
  let underWay = 0;
  let restsLeft = 0;
  let since = 0;
  let lastTurn = 0;
  let isTurning = false;
  const turn = (): void => {
    isTurning = false;
    if (underWay === 0) return;
    const at = now();
    if (at - since > longestWaitMs || at - lastTurn > longestTurnMs) {
      restsLeft = requestsAtRest;
      return;
    }
    goOn(at);
  };
  const goOn = (at: number): void => {
    lastTurn = at;
    if (isTurning) return;
    isTurning = true;
    nextTurn(turn);
  };
  return {
    begin() {
      underWay += 1;
      // Several keep the loop awake by themselves.
      if (underWay > 1) return;
      if (restsLeft > 0) {
        restsLeft -= 1;
        return;
      }
      since = now();
      goOn(since);
    },
    end() {
      underWay -= 1;
    },
  };
}

/** Of this process: it has one event loop. */
export const wakefulness: Wakefulness = createWakefulness({
  now: () => performance.now(),
  nextTurn: setImmediate,
});
