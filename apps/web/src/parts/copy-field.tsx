import { Button } from "./button.tsx";
import { showToast } from "./toast.tsx";
import styles from "./copy-field.module.css";

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** A value to enter elsewhere, such as an address or a secret. */
export function CopyField({ label, value }: CopyFieldProps) {
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    showToast(`${label} copied`);
  };
  return (
    <div className={styles["field"]}>
      <span className={styles["label"]}>{label}</span>
      <div className={styles["row"]}>
        <code className={styles["value"]}>{value}</code>
        <Button aria-label={`Copy ${label.toLowerCase()}`} onPress={() => void copy()}>
          Copy
        </Button>
      </div>
    </div>
  );
}
