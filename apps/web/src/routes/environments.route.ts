import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { EnvironmentCrumbs, EnvironmentsCrumb } from "../shell/test-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

export const environmentsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "environments",
  staticData: { crumb: EnvironmentsCrumb },
  component: lazyRouteComponent(
    () => import("../pages/environments/environments-page.tsx"),
    "EnvironmentsPage",
  ),
});

export const environmentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "environments/$environment",
  staticData: { crumb: EnvironmentCrumbs },
  component: lazyRouteComponent(
    () => import("../pages/environments/environment-page.tsx"),
    "EnvironmentPage",
  ),
});
