import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { SpecsCrumb } from "../shell/crumbs.tsx";
import { openDefaultView } from "./open-default-view.ts";
import { projectRoute } from "./project.route.ts";

export interface SpecsSearch {
  readonly filter?: string | undefined;
  /** The columns that are not shown. */
  readonly hide?: string | undefined;
  readonly open?: "create" | "import" | undefined;
}

export const specsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "specs",
  staticData: { crumb: SpecsCrumb },
  validateSearch: ({ filter, hide, open }: Record<string, unknown>): SpecsSearch => ({
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(typeof hide === "string" && hide !== "" ? { hide } : {}),
    ...(open === "create" || open === "import" ? { open } : {}),
  }),
  beforeLoad: openDefaultView("specs", "/$org/$project/specs"),
  component: lazyRouteComponent(() => import("../pages/specs/specs-page.tsx"), "SpecsPage"),
});
