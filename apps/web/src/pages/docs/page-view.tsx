import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { HeaderActions } from "../../parts/header-actions.tsx";
import { QueryView } from "../../parts/query-view.tsx";
import { Time } from "../../parts/time.tsx";
import { ItemActions } from "./item-actions.tsx";
import { LockBar } from "./lock-bar.tsx";
import { PagePreview } from "./page-preview.tsx";
import { PageProblems } from "./page-problems.tsx";
import { useDocPlace } from "./use-doc.ts";
import type { DocPageRecord } from "./use-page-draft.ts";
import { usePageLock } from "./use-page-lock.ts";
import styles from "./page-editor.module.css";

export interface PageViewProps {
  readonly page: DocPageRecord;
  readonly lock: "role" | "state" | null;
  readonly onShow: (mode: "edit" | "history") => void;
}

/** A page as readers see it. */
export function PageView({ page, lock, onShow }: PageViewProps) {
  const { place } = useDocPlace();
  const { breakLock, lockId } = usePageLock(page.id);
  const rendering = useQuery(useApi().query("renderDocPage", { ...place, pageId: page.id }));
  useShortcut(lock === null ? "e" : null, "Edit page", () => onShow("edit"));
  return (
    <article className={styles["page"]} aria-label={page.title}>
      {lock !== "role" && (
        <HeaderActions>
          <Button
            kind="primary"
            reason={lock === "state" ? "Published versions no longer change." : null}
            onPress={() => onShow("edit")}
          >
            Edit page
          </Button>
        </HeaderActions>
      )}
      <header className={styles["head"]}>
        <h1 className={styles["title"]}>{page.title}</h1>
        <span className={styles["note"]}>
          {lock === "role" && "View only · "}
          {lock === "state" && "Published versions no longer change. Create a version to edit. · "}
          Changed <Time at={page.modifiedAt} />
        </span>
        <div className={styles["actions"]}>
          <Button onPress={() => onShow("history")}>History</Button>
          {lock === null && <ItemActions page={page} />}
        </div>
      </header>
      {page.isLocked && lockId === null && <LockBar name={page.lockedBy} onBreak={breakLock} />}
      <QueryView query={rendering}>
        {({ html, warnings }) => (
          <>
            <div className={styles["whole"]}>
              <PagePreview html={html} />
            </div>
            <PageProblems warnings={warnings} />
          </>
        )}
      </QueryView>
    </article>
  );
}
