import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Menu } from "./menu.tsx";
import type { MenuChoice } from "./menu.types.ts";
import styles from "./crumb.module.css";

export interface CrumbProps {
  /** What kind of thing it is, such as "Project". */
  readonly kind: string;
  /** A link with its name. */
  readonly children: ReactNode;
  /** Its siblings. */
  readonly choices?: readonly MenuChoice[];
}

/** A part of the breadcrumb: a link, and a menu of its siblings. */
export function Crumb({ kind, children, choices = [] }: CrumbProps) {
  const trigger = (
    <AriaButton className={styles["menu"] ?? ""} aria-label={`Other ${kind.toLowerCase()}s`}>
      <ChevronDown size={12} strokeWidth={1.5} aria-hidden />
    </AriaButton>
  );
  return (
    <span className={styles["crumb"]}>
      <span className={styles["name"]} data-crumb>
        {children}
      </span>
      {choices.length > 1 && <Menu label={`${kind}s`} trigger={trigger} choices={choices} />}
    </span>
  );
}

/** What distinguishes a thing from others with its name: left out where there is no room. */
export const CrumbDetail = ({ children }: { readonly children: ReactNode }) => (
  <span className={styles["detail"]}>{children}</span>
);
