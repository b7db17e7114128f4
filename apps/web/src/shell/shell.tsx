import { Outlet } from "@tanstack/react-router";
import { useState } from "react";
import { useOrganization } from "../api/scope.ts";
import { writeSetting, readSetting } from "../keys/settings.ts";
import { useShortcut } from "../keys/shortcuts.ts";
import { Bars } from "./bars.tsx";
import { Header } from "./header.tsx";
import { PaletteHost } from "./palette-host.tsx";
import { Sidebar } from "./sidebar.tsx";
import { useLiveEvents } from "./use-live-events.ts";
import styles from "./shell.module.css";

/** The frame of every page in an organization: sidebar, header, bars, and the page. */
export function Shell() {
  const { organization } = useOrganization();
  const isLive = useLiveEvents(organization.slug);
  const [isNarrow, setIsNarrow] = useState(() => readSetting("sidebar") === "narrow");
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const toggle = () => {
    writeSetting("sidebar", isNarrow ? null : "narrow");
    setIsNarrow(!isNarrow);
  };
  useShortcut("mod+b", "Show or hide the sidebar", toggle);
  return (
    <div className={`${styles["shell"]} ${isNarrow ? styles["narrow"] : ""}`}>
      <a className={styles["skip"]} href="#content">
        Skip to content
      </a>
      <Sidebar isNarrow={isNarrow} isOpen={isSheetOpen} onClose={() => setIsSheetOpen(false)} />
      <div className={styles["column"]}>
        <Header onOpenSidebar={() => setIsSheetOpen(true)} />
        <Bars isLive={isLive} />
        <main className={styles["content"]} id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      <PaletteHost />
    </div>
  );
}
