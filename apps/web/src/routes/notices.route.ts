import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { readNoticesSearch } from "../pages/notices/notices-search.ts";
import { NoticesCrumb } from "../shell/organization-crumbs.tsx";
import { organizationRoute } from "./organization.route.ts";

/** What the person is to know about an organization. */
export const noticesRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "notices",
  staticData: { crumb: NoticesCrumb },
  validateSearch: readNoticesSearch,
  component: lazyRouteComponent(() => import("../pages/notices/notices-page.tsx"), "NoticesPage"),
});
