import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SuitesCrumb } from "../shell/test-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

export interface SuitesSearch {
  readonly filter?: string | undefined;
}

export const suitesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "suites",
  staticData: { crumb: SuitesCrumb },
  validateSearch: ({ filter }: Record<string, unknown>): SuitesSearch =>
    typeof filter === "string" && filter !== "" ? { filter } : {},
  component: lazyRouteComponent(() => import("../pages/suites/suites-page.tsx"), "SuitesPage"),
});
