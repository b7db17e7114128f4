/** Called when the time is over, unless the deadline was cancelled. */
export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
}

const pending = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;
let timerAt = 0;

/**
 * Calls `expire` after a number of milliseconds. All deadlines share one timer, set for the
 * earliest pending one: most requests end long before their deadline, and a timer for each would
 * cost much compared with a short request.
 */
export function setDeadline(ms: number, expire: () => void): Deadline {
  const deadline = { at: performance.now() + ms, expire };
  pending.add(deadline);
  if (timer === undefined || deadline.at < timerAt) armTimer(deadline.at);
  else if (pending.size === 1) timer.ref();
  return deadline;
}

export function clearDeadline(deadline: Deadline): void {
  // Only a pending deadline keeps the process alive.
  if (pending.delete(deadline) && pending.size === 0) timer?.unref();
}

function armTimer(at: number): void {
  clearTimeout(timer);
  timerAt = at;
  // A timer may fire up to a millisecond early on the finer clock.
  timer = setTimeout(expireDue, Math.ceil(at - performance.now()));
}

function expireDue(): void {
  timer = undefined;
  const now = performance.now();
  const due = [...pending].filter(({ at }) => at <= now);
  for (const deadline of due) pending.delete(deadline);
  const next = Math.min(...[...pending].map(({ at }) => at));
  if (pending.size > 0) armTimer(next);
  for (const { expire } of due) expire();
}
