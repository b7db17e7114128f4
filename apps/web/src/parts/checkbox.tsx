import styles from "./checkbox.module.css";

export interface CheckboxProps {
  readonly label: string;
  /** Whether the label is read by screen readers alone. */
  readonly isBare?: boolean;
  readonly isChecked: boolean;
  /** Whether a part of what the box is for is checked. */
  readonly isMixed?: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly isDisabled?: boolean;
}

export function Checkbox({
  label,
  isBare = false,
  isChecked,
  isMixed = false,
  onChange,
  isDisabled = false,
}: CheckboxProps) {
  return (
    <label className={styles["checkbox"]}>
      <input
        type="checkbox"
        aria-label={label}
        ref={(box) => {
          if (box !== null) box.indeterminate = isMixed;
        }}
        checked={isChecked}
        disabled={isDisabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      {!isBare && label}
    </label>
  );
}
