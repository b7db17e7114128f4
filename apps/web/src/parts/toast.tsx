import { useSyncExternalStore } from "react";
import { Button } from "./button.tsx";
import styles from "./toast.module.css";

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo: (() => void) | null;
}

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function change(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Says what happened elsewhere than on the page: for 6 seconds, or 30 if it can be undone. */
export function showToast(text: string, undo: (() => void) | null = null): void {
  const toast = { id: nextId++, text, undo };
  change([...toasts.slice(-2), toast]);
  setTimeout(
    () => change(toasts.filter(({ id }) => id !== toast.id)),
    undo === null ? 6000 : 30_000,
  );
}

export function Toasts() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className={styles["toasts"]} role="status">
      {shown.map(({ id, text, undo }) => (
        <div key={id} className={styles["toast"]}>
          {text}
          {undo !== null && (
            <Button
              kind="quiet"
              onPress={() => {
                change(toasts.filter((toast) => toast.id !== id));
                undo();
              }}
            >
              Undo
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}
