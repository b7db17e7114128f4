import { createRoute, notFound } from "@tanstack/react-router";
import { queryClient } from "../api/query-client.ts";
import { ProjectCrumb } from "../shell/crumbs.tsx";
import { organizationRoute } from "./organization.route.ts";

/** Everything in a project. */
export const projectRoute = createRoute({
  getParentRoute: () => organizationRoute,
  path: "$project",
  staticData: { crumb: ProjectCrumb },
  beforeLoad: async ({ params, context }) => {
    const projects = await queryClient.ensureQueryData(context.api.list("listProjects", {}));
    const project = projects.find(({ slug }) => slug === params.project);
    if (project === undefined) throw notFound();
    return { project };
  },
});
