import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { HomeCrumb } from "../shell/crumbs.tsx";
import { organizationRoute } from "./organization.route.ts";

export const homeRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "/",
  staticData: { crumb: HomeCrumb },
  component: lazyRouteComponent(() => import("../pages/home/home-page.tsx"), "HomePage"),
});
