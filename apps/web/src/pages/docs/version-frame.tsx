import { Outlet, useMatches } from "@tanstack/react-router";
import { SplitView } from "../../parts/split-view.tsx";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import { DocTreePanel } from "./doc-tree-panel.tsx";
import { useDocPlace } from "./use-doc.ts";
import styles from "./version-frame.module.css";

const version = "/$org/$project/docs/$doc/$version";

const tabs = [
  { name: "Pages", to: version, of: [`${version}/`, `${version}/pages/$page`] },
  { name: "Redirects", to: `${version}/redirects`, of: [] },
  { name: "Changes", to: `${version}/publish`, of: [] },
] as const;

/** The pages of a version of a documentation, next to its tree. */
export function DocVersionFrame() {
  const { params } = useDocPlace();
  const ids = new Set<string>(useMatches().map(({ routeId }) => routeId));
  const isIn = ({ to, of }: (typeof tabs)[number]) =>
    of.some((id) => ids.has(id)) || (to !== version && ids.has(to));
  return (
    <div className={styles["frame"]}>
      <div className={styles["tabs"]}>
        <TabLinks label="Parts of the version">
          {tabs.map((tab) => (
            <TabLink key={tab.name} to={tab.to} params={params} isCurrent={isIn(tab)}>
              {tab.name}
            </TabLink>
          ))}
        </TabLinks>
      </div>
      <div className={styles["rest"]}>
        {isIn(tabs[0]) ? (
          <SplitView name="docs" label="Pages" side={<DocTreePanel />}>
            <Outlet />
          </SplitView>
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  );
}
