import { createLink } from "@tanstack/react-router";
import {
  useEffect,
  useRef,
  type AnchorHTMLAttributes,
  type KeyboardEvent,
  type ReactNode,
} from "react";
import styles from "./tab-links.module.css";

export interface TabLinksProps {
  readonly label: string;
  /** `TabLink`s. */
  readonly children: ReactNode;
}

/**
 * Links to the parts of one thing, of which one is shown. The arrow keys go from link to link; where they need more
 * room than there is, they scroll sideways, and the current one is visible.
 */
export function TabLinks({ label, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = row.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
  });
  return (
    <nav ref={row} className={styles["tabs"]} aria-label={label} onKeyDown={moveFocus}>
      {children}
    </nav>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll("a")];
  const next = links[links.indexOf(document.activeElement as HTMLAnchorElement) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

interface TabAnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly isCurrent: boolean;
  /** Shown after the name; null or 0: nothing. */
  readonly count?: number | null;
}

function TabAnchor({ isCurrent, count = null, children, ...rest }: TabAnchorProps) {
  return (
    <a {...rest} className={styles["tab"]} aria-current={isCurrent ? "page" : undefined}>
      {children}
      {count !== null && count > 0 && <span className={styles["count"]}>{count}</span>}
    </a>
  );
}

export const TabLink = createLink(TabAnchor);
