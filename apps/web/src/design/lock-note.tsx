import type { EditLock } from "./use-version.ts";
import styles from "./lock-note.module.css";

/** Why a version cannot be edited, and what to do about it. */
export function LockNote({ lock }: { readonly lock: EditLock }) {
  if (lock === null) return null;
  return (
    <span className={styles["note"]}>
      {lock === "role"
        ? "View only"
        : "Published versions no longer change. Create a version to edit."}
    </span>
  );
}
