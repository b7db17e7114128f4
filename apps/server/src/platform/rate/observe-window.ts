import type { RateWindow } from "./rate-window.ts";

/** Tells of every call how a window decided. */
export function observeWindow(
  window: RateWindow,
  note: (decision: "admitted" | "refused" | "failed") => void,
): RateWindow {
  return {
    async take(key, budget) {
      try {
        const answer = await window.take(key, budget);
        note(answer.isAdmitted ? "admitted" : "refused");
        return answer;
      } catch (error) {
        note("failed");
        throw error;
      }
    },
    close: () => window.close(),
  };
}
