import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { deprecationViews, type DeprecationView } from "../pages/deprecations/deprecation-views.ts";
import { DeprecationsCrumb } from "../shell/crumbs.tsx";
import { DeprecationCrumbs } from "../shell/named-crumbs.tsx";
import { openDefaultView } from "./open-default-view.ts";
import { projectRoute } from "./project.route.ts";

export interface DeprecationsSearch {
  /** The list that is shown; absent: what is deprecated now. */
  readonly view?: DeprecationView | undefined;
  /** The text of the filter box. */
  readonly q?: string | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
  /** Whether a plan is being announced, and of what. */
  readonly announce?: boolean | undefined;
  readonly spec?: string | undefined;
  readonly version?: string | undefined;
  readonly endpoint?: string | undefined;
}

const textOf = (
  search: Record<string, unknown>,
  name: "q" | "hide" | "spec" | "version" | "endpoint",
) => {
  const value = search[name];
  return typeof value === "string" && value !== "" ? { [name]: value } : {};
};

export const deprecationsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "deprecations",
  staticData: { crumb: DeprecationsCrumb },
  validateSearch: (search: Record<string, unknown>): DeprecationsSearch => {
    const view = deprecationViews.find((each) => each === search["view"]);
    return {
      ...(view === undefined ? {} : { view }),
      ...(search["announce"] === true ? { announce: true } : {}),
      ...textOf(search, "q"),
      ...textOf(search, "hide"),
      ...textOf(search, "spec"),
      ...textOf(search, "version"),
      ...textOf(search, "endpoint"),
    };
  },
  beforeLoad: openDefaultView("deprecations", "/$org/$project/deprecations"),
  component: lazyRouteComponent(
    () => import("../pages/deprecations/deprecations-page.tsx"),
    "DeprecationsPage",
  ),
});

export const deprecationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "deprecations/$plan",
  staticData: { crumb: DeprecationCrumbs },
  component: lazyRouteComponent(() => import("../pages/deprecations/plan-page.tsx"), "PlanPage"),
});
