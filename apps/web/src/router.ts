import { createRouter } from "@tanstack/react-router";
import { base } from "./api/place.ts";
import { compareRoute, compareStartRoute } from "./routes/compare.route.ts";
import { deprecationRoute, deprecationsRoute } from "./routes/deprecations.route.ts";
import { accountPageRoute, accountRoute } from "./routes/account.route.ts";
import {
  docPageRoute,
  docPublishRoute,
  docRedirectsRoute,
  docVersionHomeRoute,
  docVersionRoute,
} from "./routes/doc-version.route.ts";
import { docsRoute } from "./routes/docs.route.ts";
import { documentationRoute } from "./routes/documentation.route.ts";
import { componentRoute, componentsRoute } from "./routes/components.route.ts";
import { endpointRoute, endpointsRoute } from "./routes/endpoint.route.ts";
import { environmentRoute, environmentsRoute } from "./routes/environments.route.ts";
import { homeRoute } from "./routes/home.route.ts";
import { lintRoute } from "./routes/lint.route.ts";
import { noticesRoute } from "./routes/notices.route.ts";
import { organizationRoute } from "./routes/organization.route.ts";
import { projectHomeRoute } from "./routes/project-home.route.ts";
import { projectRoute } from "./routes/project.route.ts";
import { rootRoute } from "./routes/root.route.ts";
import { sourceRoute } from "./routes/source.route.ts";
import {
  findingRoute,
  findingsRoute,
  scanProfileRoute,
  scanRoute,
  scansRoute,
} from "./routes/security.route.ts";
import { settingsRoute, settingsRoutes } from "./routes/settings.route.ts";
import { compareRunsRoute, runRoute, runsRoute } from "./routes/runs.route.ts";
import { specsRoute } from "./routes/specs.route.ts";
import { startRoute } from "./routes/start.route.ts";
import { caseRoute, suiteHomeRoute, suiteRoute } from "./routes/suite.route.ts";
import { suitesRoute } from "./routes/suites.route.ts";
import { sentRoute, tryRoute } from "./routes/try.route.ts";
import { headersRoute, infoRoute, tagsRoute } from "./routes/design-parts.route.ts";
import { versionHomeRoute } from "./routes/version-home.route.ts";
import { versionRoute } from "./routes/version.route.ts";
import { versionsRoute } from "./routes/versions.route.ts";

/** Every address of the app; a test lists them. */
const routeTree = rootRoute.addChildren([
  startRoute,
  accountRoute.addChildren([accountPageRoute]),
  organizationRoute.addChildren([
    homeRoute,
    noticesRoute,
    settingsRoute.addChildren(settingsRoutes),
    projectRoute.addChildren([
      projectHomeRoute,
      specsRoute,
      docsRoute,
      documentationRoute,
      docVersionRoute.addChildren([
        docVersionHomeRoute,
        docPageRoute,
        docRedirectsRoute,
        docPublishRoute,
      ]),
      tryRoute,
      sentRoute,
      versionRoute.addChildren([
        versionHomeRoute,
        endpointRoute,
        endpointsRoute,
        componentsRoute,
        componentRoute,
        tagsRoute,
        headersRoute,
        infoRoute,
        lintRoute,
        sourceRoute,
        versionsRoute,
        compareStartRoute,
        compareRoute,
      ]),
      findingsRoute,
      findingRoute,
      scansRoute,
      scanRoute,
      scanProfileRoute,
      deprecationsRoute,
      deprecationRoute,
      suitesRoute,
      suiteRoute.addChildren([suiteHomeRoute, caseRoute]),
      runsRoute,
      runRoute,
      compareRunsRoute,
      environmentsRoute,
      environmentRoute,
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
