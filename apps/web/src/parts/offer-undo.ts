import { describeError } from "../api/refusal.ts";
import { showToast } from "./toast.tsx";

/** Says what was deleted, with an undo for 30 s. A refused undo is said as well. */
export function offerUndo(text: string, undo: () => Promise<unknown>): void {
  showToast(text, () => {
    undo().catch((error: unknown) => showToast(`Not restored: ${describeError(error)}`));
  });
}
