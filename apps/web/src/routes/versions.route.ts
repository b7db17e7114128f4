import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionDialogs, type VersionsSearch } from "../pages/versions/versions-search.ts";
import { versionRoute } from "./version.route.ts";

/** The versions of the specification. */
export const versionsRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "versions",
  staticData: { isWide: true },
  validateSearch: ({ open, of }: Record<string, unknown>): VersionsSearch => {
    const known = versionDialogs.find((each) => each === open);
    if (known === undefined) return {};
    return typeof of === "string" ? { open: known, of } : { open: known };
  },
  component: lazyRouteComponent(
    () => import("../pages/versions/versions-page.tsx"),
    "VersionsPage",
  ),
});
