/** What is told when its time is over, unless it was taken back before. */
export interface Deadline {
  readonly at: number;
  readonly expire: () => void;
}

const pending = new Set<Deadline>();
let timer: NodeJS.Timeout | undefined;
let timerAt = 0;

/**
 * Calls `expire` after so many milliseconds. All deadlines share one timer, armed for the earliest
 * that was ever pending with it: requests end long before their time is over, so a timer of its own
 * for each is made and taken down for nothing, which is dear beside a short request.
 */
export function setDeadline(ms: number, expire: () => void): Deadline {
  const deadline = { at: performance.now() + ms, expire };
  pending.add(deadline);
  if (timer === undefined || deadline.at < timerAt) armTimer(deadline.at);
  else if (pending.size === 1) timer.ref();
  return deadline;
}

export function clearDeadline(deadline: Deadline): void {
  // Only what is pending keeps the process alive.
  if (pending.delete(deadline) && pending.size === 0) timer?.unref();
}

function armTimer(at: number): void {
  clearTimeout(timer);
  timerAt = at;
  // A timer may fire up to a millisecond early by the finer clock.
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
