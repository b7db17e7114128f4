import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionRoute } from "./version.route.ts";

export const versionHomeRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/designer/version-home.tsx"), "VersionHome"),
});
