import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Status } from "../../parts/status.tsx";
import { adviseClients, keyOfChange, type Change } from "./for-clients.ts";
import styles from "./change-list.module.css";

export interface ChangeListProps {
  readonly label: string;
  /** The most severe first. */
  readonly changes: readonly Change[];
  /** How many are shown at first. */
  readonly limit: number;
}

/** Changes in short: how severe, where, what, and what clients must do. */
export function ChangeList({ label, changes, limit }: ChangeListProps) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? changes : changes.slice(0, limit);
  return (
    <>
      <ul className={styles["list"]} aria-label={label} tabIndex={0}>
        {shown.map((change, at) => (
          <li key={`${keyOfChange(change)} ${at}`}>
            <Status of={`${change.severity}Change`} />
            <span className={styles["text"]}>
              <code className={styles["place"]}>{placeOf(change)}</code> {change.message}
              {change.severity !== "info" && (
                <span className={styles["advice"]}> {adviseClients(change)}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <div>
          <Button kind="quiet" onPress={() => setIsWhole(true)}>
            Show all {changes.length.toLocaleString("en")} changes
          </Button>
        </div>
      )}
    </>
  );
}

/** The endpoint of a change, or the component, or the document. */
export function placeOf({ method, path, pointer }: Change): string {
  const [, component] = /^\/components\/[^/]+\/([^/]+)/.exec(pointer) ?? [];
  if (component !== undefined) return component.replaceAll("~1", "/").replaceAll("~0", "~");
  return method === null ? "API" : `${method.toUpperCase()} ${path ?? ""}`;
}
