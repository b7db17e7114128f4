import { createRoute, notFound } from "@tanstack/react-router";
import { createApi } from "../api/api.ts";
import { queryClient } from "../api/query-client.ts";
import { sessionQuery } from "../api/session.ts";
import { writeSetting } from "../keys/settings.ts";
import { Shell } from "../shell/shell.tsx";
import { rootRoute } from "./root.route.ts";

/** Everything in an organization. */
export const organizationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "$org",
  component: Shell,
  beforeLoad: async ({ params }) => {
    const session = await queryClient.ensureQueryData(sessionQuery);
    const organization = session.organizations.find(({ slug }) => slug === params.org);
    if (organization === undefined) throw notFound();
    writeSetting("organization", organization.slug);
    return { session, organization, api: createApi(organization.slug) };
  },
});
