import { createRouter } from "@tanstack/react-router";
import { base } from "./api/place.ts";
import { endpointRoute } from "./routes/endpoint.route.ts";
import { homeRoute } from "./routes/home.route.ts";
import { organizationRoute } from "./routes/organization.route.ts";
import { projectHomeRoute } from "./routes/project-home.route.ts";
import { projectRoute } from "./routes/project.route.ts";
import { rootRoute } from "./routes/root.route.ts";
import { specsRoute } from "./routes/specs.route.ts";
import { startRoute } from "./routes/start.route.ts";
import { sentRoute, tryRoute } from "./routes/try.route.ts";
import { versionHomeRoute } from "./routes/version-home.route.ts";
import { versionRoute } from "./routes/version.route.ts";

/** Every address of the app; a test lists them. */
const routeTree = rootRoute.addChildren([
  startRoute,
  organizationRoute.addChildren([
    homeRoute,
    projectRoute.addChildren([
      projectHomeRoute,
      specsRoute,
      tryRoute,
      sentRoute,
      versionRoute.addChildren([versionHomeRoute, endpointRoute]),
    ]),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: base === "" ? "/" : base,
  defaultPreload: "intent",
  // Query decides what is still fresh.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 150,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
