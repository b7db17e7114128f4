import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { docPageModes, type DocPageMode } from "../pages/docs/documentation-tabs.ts";
import { DocVersionCrumbs } from "../shell/doc-crumbs.tsx";
import { projectRoute } from "./project.route.ts";

/** A version of a documentation: the tree, and what is open next to it. */
export const docVersionRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "docs/$doc/$version",
  staticData: { crumb: DocVersionCrumbs },
  component: lazyRouteComponent(() => import("../pages/docs/version-frame.tsx"), "DocVersionFrame"),
});

export const docVersionHomeRoute = createRoute({
  getParentRoute: () => docVersionRoute,
  path: "/",
  component: lazyRouteComponent(() => import("../pages/docs/version-home.tsx"), "DocVersionHome"),
});

export const docPageRoute = createRoute({
  getParentRoute: () => docVersionRoute,
  path: "pages/$page",
  validateSearch: ({ mode }: Record<string, unknown>): { mode?: DocPageMode } => {
    const known = docPageModes.find((each) => each === mode);
    return known === undefined ? {} : { mode: known };
  },
  component: lazyRouteComponent(() => import("../pages/docs/doc-page.tsx"), "DocPage"),
});

export const docRedirectsRoute = createRoute({
  getParentRoute: () => docVersionRoute,
  path: "redirects",
  component: lazyRouteComponent(() => import("../pages/docs/redirects-page.tsx"), "RedirectsPage"),
});

export const docPublishRoute = createRoute({
  getParentRoute: () => docVersionRoute,
  path: "publish",
  component: lazyRouteComponent(() => import("../pages/docs/publish-page.tsx"), "PublishPage"),
});
