import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useCan } from "../../api/scope.ts";
import { useShortcut } from "../../keys/shortcuts.ts";
import { Button } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { TabLink, TabLinks } from "../../parts/tab-links.tsx";
import { CallersView } from "./callers-view.tsx";
import { ConsumersView } from "./consumers-view.tsx";
import { DriftView } from "./drift-view.tsx";
import { DeprecationTable } from "./deprecation-table.tsx";
import type { DeprecationView } from "./deprecation-views.ts";
import { PlanTable } from "./plan-table.tsx";
import { PolicyView } from "./policy-view.tsx";
import styles from "./deprecation.module.css";

const route = getRouteApi("/$org/$project/deprecations");

const AnnouncePanel = lazy(async () => ({
  default: (await import("./announce-panel.tsx")).AnnouncePanel,
}));

const tabs: readonly { readonly view: DeprecationView | undefined; readonly name: string }[] = [
  { view: undefined, name: "Deprecated now" },
  { view: "plans", name: "All plans" },
  { view: "callers", name: "Who still calls" },
  { view: "consumers", name: "Consumers" },
  { view: "drift", name: "Drift" },
  { view: "policy", name: "Policy" },
];

/** What ends when, who still calls it, and what the organization demands of plans. */
export function DeprecationsPage() {
  const { view, announce = false } = route.useSearch();
  const params = route.useParams();
  const navigate = useNavigate({ from: "/$org/$project/deprecations" });
  const canWrite = useCan("specs:write");
  const open = () => void navigate({ search: (old) => ({ ...old, announce: true }) });
  const close = () => void navigate({ search: { view } });
  useShortcut(canWrite ? "c" : null, "Announce deprecation", open);
  // The other views are about callers and rules: they have their own actions.
  const isOfPlans = view === undefined || view === "plans";
  const actions = canWrite && isOfPlans && (
    <Button kind="primary" onPress={open}>
      Announce deprecation
    </Button>
  );
  return (
    <Page title="Deprecations" note={canWrite ? undefined : "View only"} actions={actions}>
      <TabLinks label="Deprecations">
        {tabs.map((tab) => (
          <TabLink
            key={tab.name}
            to="/$org/$project/deprecations"
            params={params}
            search={{ view: tab.view }}
            isCurrent={tab.view === view}
          >
            {tab.name}
          </TabLink>
        ))}
      </TabLinks>
      <div className={styles["view"]}>
        {view === undefined && <DeprecationTable />}
        {view === "plans" && <PlanTable />}
        {view === "callers" && <CallersView />}
        {view === "consumers" && <ConsumersView />}
        {view === "drift" && <DriftView />}
        {view === "policy" && <PolicyView />}
      </div>
      <Suspense>{canWrite && announce && <AnnouncePanel onClose={close} />}</Suspense>
    </Page>
  );
}
