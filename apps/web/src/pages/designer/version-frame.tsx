import { Outlet } from "@tanstack/react-router";
import { SplitView } from "../../parts/split-view.tsx";
import { VersionTreePanel } from "./tree-panel.tsx";

/** The tree of the version, and what is open next to it. */
export function VersionFrame() {
  return (
    <SplitView name="designer" label="Endpoints" side={<VersionTreePanel />}>
      <Outlet />
    </SplitView>
  );
}
