import { createRoute, lazyRouteComponent, retainSearchParams } from "@tanstack/react-router";
import { VersionCrumbs } from "../shell/spec-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

export interface VersionSearch {
  /** The text of the filter of the tree. It stays while other things of the version are opened. */
  readonly tree?: string | undefined;
}

/** A version of a specification: the tree, and what is open next to it. */
export const versionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "specs/$spec/$version",
  staticData: { crumb: VersionCrumbs },
  validateSearch: ({ tree }: Record<string, unknown>): VersionSearch =>
    typeof tree === "string" && tree !== "" ? { tree } : {},
  search: { middlewares: [retainSearchParams(["tree"])] },
  component: lazyRouteComponent(
    () => import("../pages/designer/version-frame.tsx"),
    "VersionFrame",
  ),
});
