import { describeError, requestIdOf } from "../api/refusal.ts";
import { Button } from "../parts/button.tsx";
import type { SaveState } from "./use-draft.ts";
import styles from "./save-note.module.css";

export interface SaveNoteProps {
  readonly state: SaveState;
  readonly savedAt: Date | null;
  readonly error: unknown;
  readonly onRetry: () => void;
}

const clock = new Intl.DateTimeFormat("en", {
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

/** Near the title: Saving… / Saved 12:04 / Not saved · Retry. */
export function SaveNote({ state, savedAt, error, onRetry }: SaveNoteProps) {
  return (
    <span className={styles["note"]} role="status">
      {state === "saving" && "Saving…"}
      {state === "unsaved" && "Not saved yet"}
      {state === "saved" && savedAt !== null && `Saved ${clock.format(savedAt)}`}
      {state === "failed" && (
        <span className={styles["failed"]} title={requestIdOf(error) ?? undefined}>
          Not saved: {describeError(error)}
          <Button kind="quiet" onPress={onRetry}>
            Retry
          </Button>
        </span>
      )}
    </span>
  );
}
