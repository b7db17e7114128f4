import { setImmediate as nextTurn } from "node:timers/promises";

/** After this time a run no longer delays the next one. Milliseconds. */
const patienceMs = 1000;

/**
 * Runs calls together: one run at a time, and calls that arrive during it share the next one. The
 * answers of a run are in the order of its calls.
 */
export function gatherCalls<Call, Answer>(
  run: (calls: readonly Call[]) => Promise<readonly Answer[]>,
): (call: Call) => Promise<Answer> {
  let waiting: { readonly calls: Call[]; readonly answers: Promise<readonly Answer[]> } | null =
    null;
  let underWay: Promise<unknown> = Promise.resolve();

  function begin() {
    const calls: Call[] = [];
    const answers = underWay.then(nextTurn).then(() => {
      waiting = null;
      const running = run(calls);
      underWay = endOrTimeOut(running);
      return running;
    });
    waiting = { calls, answers };
    return waiting;
  }

  return async (call) => {
    const { calls, answers } = waiting ?? begin();
    const place = calls.push(call) - 1;
    const answer = (await answers)[place];
    if (answer === undefined) throw new Error("A call that ran with others has no answer.");
    return answer;
  };
}

function endOrTimeOut(running: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, patienceMs);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    running.then(end, end);
  });
}
