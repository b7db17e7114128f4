import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { projectRoute } from "./project.route.ts";

export const projectHomeRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/home/project-page.tsx"), "ProjectPage"),
});
