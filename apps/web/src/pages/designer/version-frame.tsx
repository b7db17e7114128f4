import { Outlet, useMatches } from "@tanstack/react-router";
import { SplitView } from "../../parts/split-view.tsx";
import { VersionTreePanel } from "./tree-panel.tsx";
import { VersionTabs } from "./version-tabs.tsx";
import styles from "./version-frame.module.css";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Whether a page of a version has the whole width, without the tree of endpoints. Default: it has not. */
    readonly isWide?: boolean;
  }
}

/** The pages of a version, and the one that is shown: those of endpoints next to the tree. */
export function VersionFrame() {
  const isWide = useMatches().some(({ staticData }) => staticData.isWide === true);
  return (
    <div className={styles["frame"]}>
      <div className={styles["tabs"]}>
        <VersionTabs />
      </div>
      <div className={styles["rest"]}>
        {isWide ? (
          <Outlet />
        ) : (
          <SplitView name="designer" label="Endpoints" side={<VersionTreePanel />}>
            <Outlet />
          </SplitView>
        )}
      </div>
    </div>
  );
}
