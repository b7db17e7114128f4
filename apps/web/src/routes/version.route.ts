import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { VersionCrumbs } from "../shell/spec-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

/** A version of a specification: the tree, and what is open next to it. */
export const versionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "specs/$spec/$version",
  staticData: { crumb: VersionCrumbs },
  component: lazyRouteComponent(
    () => import("../pages/designer/version-frame.tsx"),
    "VersionFrame",
  ),
});
