import { ChevronDown } from "lucide-react";
import styles from "./select.module.css";

export interface SelectProps<Value extends string> {
  readonly label: string;
  /** Whether the label is read by screen readers alone. */
  readonly isBare?: boolean;
  readonly value: Value;
  readonly choices: readonly { readonly value: Value; readonly name: string }[];
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
}

/** The control of the browser itself: short lists need no other, and telephones have a better one. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, isBare = false, value, choices, onChange, isDisabled = false } = props;
  const control = (
    <span className={styles["control"]}>
      <select
        className={styles["select"]}
        aria-label={label}
        value={value}
        disabled={isDisabled}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <ChevronDown size={16} strokeWidth={1.5} aria-hidden />
    </span>
  );
  if (isBare) return control;
  return (
    <label className={styles["field"]}>
      <span>{label}</span>
      {control}
    </label>
  );
}
