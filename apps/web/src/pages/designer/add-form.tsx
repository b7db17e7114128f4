import type { FormEvent, ReactNode } from "react";
import { Button } from "../../parts/button.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import styles from "./rows.module.css";

export interface AddFormProps {
  readonly label: string;
  readonly children: ReactNode;
  /** Whether the fields say enough. */
  readonly isReady: boolean;
  readonly error?: Error | null;
  readonly onAdd: () => void;
  readonly onCancel: () => void;
}

/** The fields of something new, in one row below what there is. */
export function AddForm(props: AddFormProps) {
  const { label, children, isReady, error = null, onAdd, onCancel } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAdd();
  };
  return (
    <form className={styles["add"]} onSubmit={submit} aria-label={label}>
      {children}
      <Button type="submit" isDisabled={!isReady}>
        Add
      </Button>
      <Button kind="quiet" onPress={onCancel}>
        Cancel
      </Button>
      <Refusal error={error} />
    </form>
  );
}
