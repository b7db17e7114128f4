import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { DocsCrumb } from "../shell/doc-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

export interface DocsSearch {
  readonly filter?: string | undefined;
  readonly open?: "create" | undefined;
}

/** The documentations of a project. */
export const docsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "docs",
  staticData: { crumb: DocsCrumb },
  validateSearch: ({ filter, open }: Record<string, unknown>): DocsSearch => ({
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(open === "create" ? { open } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/docs/docs-page.tsx"), "DocsPage"),
});
