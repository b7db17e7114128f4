import type { ReactNode, Ref } from "react";
import {
  Button as AriaButton,
  type ButtonProps as AriaButtonProps,
} from "react-aria-components/Button";
import { Reason } from "./reason.tsx";
import styles from "./button.module.css";

export interface ButtonProps extends Omit<AriaButtonProps, "className" | "style" | "children"> {
  /** At most one button of a page is primary. Default: plain. */
  readonly kind?: "primary" | "plain" | "quiet" | "danger";
  /** Why it cannot be used now: it stays focusable, does nothing, and says so. Absent or null: it can. */
  readonly reason?: string | null;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** The class of a link among buttons. */
export const buttonLink = `${styles["button"]} ${styles["link"]}`;

export function Button({ kind = "plain", reason = null, children, ...rest }: ButtonProps) {
  const unavailable =
    reason === null ? {} : ({ "aria-disabled": "true", type: "button", onPress: ignore } as const);
  return (
    <Reason text={reason}>
      <AriaButton
        {...rest}
        {...unavailable}
        data-kind={kind}
        className={`${styles["button"]} ${styles[kind] ?? ""}`}
      >
        {children}
      </AriaButton>
    </Reason>
  );
}

function ignore(): void {
  // The reason is shown instead.
}

export interface IconButtonProps extends Omit<
  ButtonProps,
  "children" | "kind" | "reason" | "aria-label"
> {
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
