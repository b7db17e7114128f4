import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionRoute } from "./version.route.ts";

export interface LintSearch {
  readonly filter?: string | undefined;
}

export const lintRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "lint",
  staticData: { isWide: true },
  validateSearch: ({ filter }: Record<string, unknown>): LintSearch =>
    typeof filter === "string" && filter !== "" ? { filter } : {},
  component: lazyRouteComponent(() => import("../pages/lint/lint-page.tsx"), "LintPage"),
});
