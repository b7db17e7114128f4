import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SuiteCrumbs } from "../shell/test-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

/** A suite: its cases, and what is open next to them. */
export const suiteRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "suites/$suite",
  staticData: { crumb: SuiteCrumbs },
  component: lazyRouteComponent(() => import("../pages/suites/suite-frame.tsx"), "SuiteFrame"),
});

export const suiteHomeRoute = createRoute({
  getParentRoute: () => suiteRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/suites/suite-page.tsx"), "SuitePage"),
});

export const caseRoute = createRoute({
  getParentRoute: () => suiteRoute,
  path: "cases/$case",
  component: lazyRouteComponent(() => import("../pages/suites/case-page.tsx"), "CasePage"),
});
