import { useMatches } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { Fragment, useRef, type ComponentType } from "react";
import { IconButton } from "../parts/button.tsx";
import { headerActionsId } from "../parts/header-actions.tsx";
import { useWindowTitle } from "./use-window-title.ts";
import { Presence } from "./presence.tsx";
import styles from "./header.module.css";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** The route's part of the breadcrumb. */
    readonly crumb?: ComponentType;
  }
}

export function Header({ onOpenSidebar }: { readonly onOpenSidebar: () => void }) {
  const matches = useMatches();
  const crumbs = useRef<HTMLElement>(null);
  useWindowTitle(crumbs);
  return (
    <header className={styles["header"]}>
      <span className={styles["open"]}>
        <IconButton label="Menu" onPress={onOpenSidebar}>
          <MenuIcon size={16} strokeWidth={1.5} aria-hidden />
        </IconButton>
      </span>
      <nav ref={crumbs} aria-label="Breadcrumb" className={styles["crumbs"]}>
        {matches.map(({ id, staticData }) => {
          const Crumb = staticData.crumb;
          return (
            Crumb !== undefined && (
              <Fragment key={id}>
                <Crumb />
              </Fragment>
            )
          );
        })}
      </nav>
      <Presence />
      <div id={headerActionsId} className={styles["actions"]} />
    </header>
  );
}
