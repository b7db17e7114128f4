import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../parts/button.tsx";
import { Empty } from "../../parts/view-state.tsx";
import type { PartsProps } from "./endpoint-parts.types.ts";
import { AddParameter } from "./add-parameter.tsx";
import { ParameterRow } from "./parameter-row.tsx";
import styles from "./rows.module.css";

export function ParametersTab({ endpoint, isLocked }: PartsProps) {
  const [isAdding, setIsAdding] = useState(false);
  const { parameters } = endpoint;
  return (
    <section aria-label="Parameters">
      {parameters.length === 0 && !isAdding && <Empty text="No parameters." />}
      {parameters.length > 0 && (
        <div className={`${styles["head"]} ${styles["parameter"]}`} aria-hidden>
          <span>Name</span>
          <span>In</span>
          <span>Type</span>
          <span>Required</span>
          <span>Description</span>
        </div>
      )}
      <ul>
        {parameters.map((parameter) => (
          <ParameterRow
            key={parameter.id}
            endpoint={endpoint}
            parameter={parameter}
            isLocked={isLocked}
          />
        ))}
      </ul>
      {isAdding && <AddParameter endpoint={endpoint} onDone={() => setIsAdding(false)} />}
      {!isLocked && !isAdding && (
        <div className={styles["more"]}>
          <Button onPress={() => setIsAdding(true)}>
            <Plus size={16} strokeWidth={1.5} aria-hidden />
            Add parameter
          </Button>
        </div>
      )}
    </section>
  );
}
