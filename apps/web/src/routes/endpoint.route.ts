import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionRoute } from "./version.route.ts";

const tabs = ["parameters", "body", "responses", "security", "notes"] as const;
export type EndpointTab = (typeof tabs)[number];

export const endpointRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "endpoints/$endpoint",
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: EndpointTab } => {
    const known = tabs.find((each) => each === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: lazyRouteComponent(
    () => import("../pages/designer/endpoint-page.tsx"),
    "EndpointPage",
  ),
});
