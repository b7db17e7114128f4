import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { FindingsCrumb, ScansCrumb } from "../shell/crumbs.tsx";
import { FindingCrumbs, ScanCrumbs, ScanProfileCrumbs } from "../shell/named-crumbs.tsx";
import { openDefaultView } from "./open-default-view.ts";
import { projectRoute } from "./project.route.ts";

export interface FindingsSearch {
  /** The text of the filter box; absent: open findings. */
  readonly q?: string | undefined;
  /** As the operation names orders, with a minus sign for the reverse. */
  readonly sort?: string | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
}

export const findingsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "findings",
  staticData: { crumb: FindingsCrumb },
  validateSearch: ({ q, sort, hide }: Record<string, unknown>): FindingsSearch => ({
    ...(typeof q === "string" ? { q } : {}),
    ...(typeof sort === "string" ? { sort } : {}),
    ...(typeof hide === "string" && hide !== "" ? { hide } : {}),
  }),
  beforeLoad: openDefaultView("findings", "/$org/$project/findings"),
  component: lazyRouteComponent(
    () => import("../pages/findings/findings-page.tsx"),
    "FindingsPage",
  ),
});

export const findingRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "findings/$finding",
  staticData: { crumb: FindingCrumbs },
  component: lazyRouteComponent(() => import("../pages/findings/finding-page.tsx"), "FindingPage"),
});

export const scansRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "scans",
  staticData: { crumb: ScansCrumb },
  component: lazyRouteComponent(() => import("../pages/scans/scans-page.tsx"), "ScansPage"),
});

export const scanRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "scans/$scan",
  staticData: { crumb: ScanCrumbs },
  component: lazyRouteComponent(() => import("../pages/scans/scan-page.tsx"), "ScanPage"),
});

export const scanProfileRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "scan-profiles/$profile",
  staticData: { crumb: ScanProfileCrumbs },
  component: lazyRouteComponent(() => import("../pages/scans/profile-page.tsx"), "ProfilePage"),
});
