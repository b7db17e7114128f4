import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextArea } from "react-aria-components/TextArea";
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from "react-aria-components/TextField";
import styles from "./field.module.css";

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  "className" | "style" | "children"
> {
  readonly label: string;
  readonly help?: ReactNode;
  /** Replaces the help. */
  readonly error?: string | null;
  /** Marked; what is required is not. */
  readonly isOptional?: boolean;
  /** More than one: a text of several lines. Default: 1. */
  readonly rows?: number;
  readonly isMono?: boolean;
  /** Whether the label is read by screen readers alone. */
  readonly isBare?: boolean;
}

/** Label above, help below; an error takes the place of the help. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    help,
    error = null,
    isOptional = false,
    rows = 1,
    isMono = false,
    isBare = false,
    ...rest
  } = props;
  const look = `${styles["input"]} ${isMono ? styles["mono"] : ""}`;
  return (
    <AriaTextField {...rest} isInvalid={error !== null} className={styles["field"] ?? ""}>
      <Label className={(isBare ? styles["hidden"] : styles["label"]) ?? ""}>
        {label}
        {isOptional && <span className={styles["optional"]}> optional</span>}
      </Label>
      {rows > 1 ? <TextArea rows={rows} className={look} /> : <Input className={look} />}
      {error === null && help !== undefined && (
        <Text slot="description" className={styles["help"] ?? ""}>
          {help}
        </Text>
      )}
      <FieldError className={styles["error"] ?? ""}>{error}</FieldError>
    </AriaTextField>
  );
}
