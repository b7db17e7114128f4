import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { documentationTabs, type DocumentationTab } from "../pages/docs/documentation-tabs.ts";
import { DocumentationCrumbs } from "../shell/doc-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

/** A documentation: its versions, its settings, and what readers say. */
export const documentationRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "docs/$doc",
  staticData: { crumb: DocumentationCrumbs },
  validateSearch: ({ tab }: Record<string, unknown>): { tab?: DocumentationTab } => {
    const known = documentationTabs.find((each) => each === tab);
    return known === undefined ? {} : { tab: known };
  },
  component: lazyRouteComponent(
    () => import("../pages/docs/documentation-page.tsx"),
    "DocumentationPage",
  ),
});
