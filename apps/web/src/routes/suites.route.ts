import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SuitesCrumb } from "../shell/test-crumbs.tsx";
import { openDefaultView } from "./open-default-view.ts";
import { projectRoute } from "./project.route.ts";

export interface SuitesSearch {
  readonly filter?: string | undefined;
  /** The key of the order, with a minus sign for the reverse; absent: by name. */
  readonly sort?: string | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
}

export const suitesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "suites",
  staticData: { crumb: SuitesCrumb },
  validateSearch: ({ filter, sort, hide }: Record<string, unknown>): SuitesSearch => ({
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(typeof sort === "string" && sort !== "" ? { sort } : {}),
    ...(typeof hide === "string" && hide !== "" ? { hide } : {}),
  }),
  beforeLoad: openDefaultView("suites", "/$org/$project/suites"),
  component: lazyRouteComponent(() => import("../pages/suites/suites-page.tsx"), "SuitesPage"),
});
