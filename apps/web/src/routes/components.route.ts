import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { componentTabs, type ComponentTab } from "../pages/components/component-tabs.ts";
import { openDefaultView } from "./open-default-view.ts";
import { versionRoute } from "./version.route.ts";

export interface ComponentsSearch {
  readonly filter?: string | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
}

export const componentsRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "components",
  staticData: { isWide: true },
  validateSearch: ({ filter, hide }: Record<string, unknown>): ComponentsSearch => ({
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(typeof hide === "string" && hide !== "" ? { hide } : {}),
  }),
  beforeLoad: openDefaultView("components", "/$org/$project/specs/$spec/$version/components"),
  component: lazyRouteComponent(
    () => import("../pages/components/components-page.tsx"),
    "ComponentsPage",
  ),
});

export const componentRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "components/$component",
  staticData: { isWide: true },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: ComponentTab } => {
    const known = componentTabs.find((each) => each === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: lazyRouteComponent(
    () => import("../pages/components/component-page.tsx"),
    "ComponentPage",
  ),
});
