import styles from "./checkbox.module.css";

export interface CheckboxProps {
  readonly label: string;
  /** Whether the label is read by screen readers alone. */
  readonly isBare?: boolean;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({
  label,
  isBare = false,
  isChecked,
  onChange,
  isDisabled = false,
}: CheckboxProps) {
  return (
    <label className={styles["checkbox"]}>
      <input
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {!isBare && label}
    </label>
  );
}
