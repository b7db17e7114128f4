import { Problem } from "../../platform/problem.ts";

const maxPerUser = 5;
/** A closed stream is counted out at once. */
const retryAfterSeconds = 1;

/** The streams of this process. */
export interface OpenStreams {
  /**
   * Counts a stream until the caller has gone. Answers a signal that is aborted then, or when all
   * streams are closed.
   *
   * @throws Problem TOO_MANY_STREAMS
   */
  open(user: string, gone: AbortSignal): AbortSignal;
  /** Ends every stream, and those that are opened afterwards. */
  close(): void;
}

export function createOpenStreams(): OpenStreams {
  const counts = new Map<string, number>();
  const stopping = new AbortController();
  return {
    open(user, gone) {
      const count = counts.get(user) ?? 0;
      if (count >= maxPerUser)
        throw new Problem("TOO_MANY_STREAMS", `A user may have ${maxPerUser} streams open.`, {
          retryAfterSeconds,
        });
      counts.set(user, count + 1);
      const release = () => {
        const others = (counts.get(user) ?? 1) - 1;
        if (others === 0) counts.delete(user);
        else counts.set(user, others);
      };
      if (gone.aborted) release();
      else gone.addEventListener("abort", release, { once: true });
      return AbortSignal.any([gone, stopping.signal]);
    },
    close: () => stopping.abort(),
  };
}
