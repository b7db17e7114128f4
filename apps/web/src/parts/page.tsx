import type { ReactNode } from "react";
import { HeaderActions } from "./header-actions.tsx";
import styles from "./page.module.css";

export interface PageProps {
  readonly title: string;
  /** Next to the title, such as a count or the state of saving. */
  readonly note?: ReactNode;
  /** Shown in the header: at most one primary action. */
  readonly actions?: ReactNode;
  /** 760 px wide for prose and details; the whole width for lists. Default: list. */
  readonly width?: "list" | "detail";
  /** Properties of what is shown, at the right: see `Properties`. */
  readonly rail?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of a page that scrolls as a whole: title, actions, content. */
export function Page({ title, note, actions, width = "list", rail, children }: PageProps) {
  return (
    <div className={styles["scroll"]} data-scroller>
      <div className={`${styles["page"]} ${styles[width]}`}>
        <div className={styles["head"]}>
          <h1 className={styles["title"]}>{title}</h1>
          {note !== undefined && <span className={styles["note"]}>{note}</span>}
        </div>
        {actions !== undefined && <HeaderActions>{actions}</HeaderActions>}
        {rail === undefined ? (
          children
        ) : (
          <div className={styles["columns"]}>
            <div className={styles["main"]}>{children}</div>
            <aside className={styles["rail"]} aria-label="Properties">
              {rail}
            </aside>
          </div>
        )}
      </div>
    </div>
  );
}

export interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section className={styles["section"]} aria-label={title}>
      <div className={styles["sectionHead"]}>
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}
