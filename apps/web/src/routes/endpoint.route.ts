import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { endpointTabs, type EndpointTab } from "../pages/designer/endpoint-tabs.ts";
import { versionRoute } from "./version.route.ts";

export const endpointRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "endpoints/$endpoint",
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: EndpointTab } => {
    const known = endpointTabs.find((each) => each === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: lazyRouteComponent(
    () => import("../pages/designer/endpoint-page.tsx"),
    "EndpointPage",
  ),
});
