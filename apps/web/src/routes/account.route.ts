import { createRoute, lazyRouteComponent, notFound } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { accountPages } from "../pages/account/account-pages.ts";
import { rootRoute } from "./root.route.ts";

/** The person's own account, which belongs to no organization. */
export const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "account",
  beforeLoad: async () => ({ session: await queryClient.ensureQueryData(sessionQuery) }),
  component: lazyRouteComponent(() => import("../pages/account/account-frame.tsx"), "AccountFrame"),
});

export const accountPageRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: "$page",
  beforeLoad: ({ params }) => {
    if (!accountPages.some(({ id }) => id === params.page)) throw notFound();
  },
  component: lazyRouteComponent(() => import("../pages/account/account-page.tsx"), "AccountPage"),
});
