import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionRoute } from "./version.route.ts";

export interface CompareSearch {
  /** Such as `severity:breaking path:/books`. */
  readonly filter?: string | undefined;
}

/** The version compared with an earlier one. */
export const compareRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "compare/$baseline",
  staticData: { isWide: true },
  validateSearch: ({ filter }: Record<string, unknown>): CompareSearch =>
    typeof filter === "string" && filter !== "" ? { filter } : {},
  component: lazyRouteComponent(() => import("../pages/versions/compare-page.tsx"), "ComparePage"),
});

/** Compares with the version that was published last before it. */
export const compareStartRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "compare",
  staticData: { isWide: true },
  component: lazyRouteComponent(
    () => import("../pages/versions/compare-start.tsx"),
    "CompareStart",
  ),
});
