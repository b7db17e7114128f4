import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
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

/** Without an id: the page of the version lists the endpoints. */
export const endpointsRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "endpoints",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/$org/$project/specs/$spec/$version", params, replace: true });
  },
});
