import { Lock } from "lucide-react";
import { useState } from "react";
import { useCan } from "../../api/scope.ts";
import { Button } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { useRefreshDocs } from "./use-doc.ts";
import styles from "./page-editor.module.css";

export interface LockBarProps {
  readonly name: string | null;
  readonly onBreak: () => Promise<void>;
}

/** Who has locked the page. A person who may publish can release the lock. */
export function LockBar({ name, onBreak }: LockBarProps) {
  const canBreak = useCan("docs:publish");
  const refresh = useRefreshDocs();
  const [error, setError] = useState<Error | null>(null);
  const release = () =>
    void onBreak()
      .then(() => refresh("getDocPage"))
      .catch(setError);
  return (
    <div className={styles["lock"]} role="status">
      <Lock size={14} strokeWidth={1.5} aria-hidden />
      <span>{name ?? "Someone"} has locked this page. Only they can change it now.</span>
      {canBreak && (
        <Button kind="quiet" onPress={release}>
          Release lock
        </Button>
      )}
      <Refusal error={error} />
    </div>
  );
}
