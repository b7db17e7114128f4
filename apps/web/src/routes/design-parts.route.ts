import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readListSearch } from "../pages/settings/use-list-search.ts";
import { versionRoute } from "./version.route.ts";

export const tagsRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "tags",
  staticData: { isWide: true },
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import("../pages/tags/tags-page.tsx"), "TagsPage"),
});

export const headersRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "headers",
  staticData: { isWide: true },
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import("../pages/headers/headers-page.tsx"), "HeadersPage"),
});

export const infoRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "info",
  staticData: { isWide: true },
  component: lazyRouteComponent(() => import("../pages/info/info-page.tsx"), "InfoPage"),
});
