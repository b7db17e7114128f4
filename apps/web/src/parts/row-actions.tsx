import type { ReactNode } from "react";
import styles from "./row-actions.module.css";

/** Buttons of a row whose link covers all of it: they lie above the link. */
export function RowActions({ children }: { readonly children: ReactNode }) {
  return <span className={styles["actions"]}>{children}</span>;
}
