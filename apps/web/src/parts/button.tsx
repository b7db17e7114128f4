import type { ReactNode, Ref } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /** At most one button of a page is primary. Default: plain. */
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({ kind = "plain", children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={`${styles["button"]} ${styles[kind]}`}>
      {children}
    </AriaButton>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, "children" | "kind" | "aria-label"> {
  /** What the button does: an icon alone has no name. */
  readonly label: string;
  readonly children: ReactNode;
}

export function IconButton({ label, children, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={`${styles["button"]} ${styles["icon"]}`}>
      {children}
    </AriaButton>
  );
}
