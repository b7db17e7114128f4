import type { ReactNode } from "react";

export interface MenuChoice {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  /** Next to the label, such as a version or a shortcut. */
  readonly detail?: ReactNode;
  readonly isCurrent?: boolean;
  readonly isDanger?: boolean;
  readonly run: () => void;
}
