import { useEffect, useState, type ReactNode } from "react";
import { Button } from "./button.tsx";
import styles from "./view-state.module.css";

/** True once something has taken so long that it needs a sign. */
export function useIsLate(ms = 150): boolean {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return isLate;
}

/** Rows of the real height, after a moment without any. */
export function LoadingRows({ rows = 8 }: { readonly rows?: number }) {
  const isLate = useIsLate();
  return (
    <div className={styles["rows"]} role="status" aria-busy="true" aria-label="Loading">
      {isLate &&
        Array.from({ length: rows }, (_, at) => (
          <div key={at} className={styles["row"]}>
            <span style={{ width: `${30 + ((at * 37) % 40)}%` }} />
          </div>
        ))}
    </div>
  );
}

export interface EmptyProps {
  /** One sentence. */
  readonly text: string;
  /** One action. */
  readonly children?: ReactNode;
}

export function Empty({ text, children }: EmptyProps) {
  return (
    <div className={styles["empty"]}>
      <p>{text}</p>
      {children}
    </div>
  );
}

export interface FailureProps {
  readonly text: string;
  readonly requestId: string | null;
  readonly onRetry?: () => void;
}

/** Instead of what failed; the rest of the page goes on. */
export function Failure({ text, requestId, onRetry }: FailureProps) {
  return (
    <div className={styles["failure"]} role="alert">
      <p>{text}</p>
      {requestId !== null && (
        <p className={styles["meta"]}>
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry !== undefined && <Button onPress={onRetry}>Retry</Button>}
    </div>
  );
}
