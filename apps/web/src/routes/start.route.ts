import { createRoute, redirect } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { readSetting } from "../keys/settings.ts";
import { NoOrganization } from "../shell/no-organization.tsx";
import { rootRoute } from "./root.route.ts";

/** `/`: on to the organization that was used last. */
export const startRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/",
  component: NoOrganization,
  beforeLoad: async () => {
    const { organizations } = await queryClient.ensureQueryData(sessionQuery);
    const last = readSetting("organization");
    const found = organizations.find(({ slug }) => slug === last) ?? organizations[0];
    if (found !== undefined)
      throw redirect({ to: "/$org", params: { org: found.slug }, replace: true });
  },
});
