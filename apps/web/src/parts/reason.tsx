import type { ReactElement } from "react";
import { Tooltip, TooltipTrigger } from "react-aria-components/Tooltip";
import styles from "./reason.module.css";

export interface ReasonProps {
  /** Why the button cannot be used now; null: it can. */
  readonly text: string | null;
  readonly children: ReactElement;
}

/** Says why a button is unavailable, on hover and on focus. */
export function Reason({ text, children }: ReasonProps) {
  if (text === null) return children;
  return (
    <TooltipTrigger delay={150}>
      {children}
      <Tooltip className={styles["tooltip"] ?? ""} offset={4}>
        {text}
      </Tooltip>
    </TooltipTrigger>
  );
}
