import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { runTriggers } from "@lintel/contract/words/runs";
import { RunCrumbs } from "../shell/named-crumbs.tsx";
import { RunsCrumb } from "../shell/test-crumbs.tsx";
import type { RunsSearch } from "../pages/runs/runs-search.ts";
import { runStates } from "../pages/runs/run-states.ts";
import { openDefaultView } from "./open-default-view.ts";
import { projectRoute } from "./project.route.ts";

export const runsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "runs",
  staticData: { crumb: RunsCrumb },
  validateSearch: ({
    suite,
    environment,
    state,
    trigger,
    hide,
  }: Record<string, unknown>): RunsSearch => {
    const known = runStates.find((each) => each === state);
    const starter = runTriggers.find((each) => each === trigger);
    return {
      ...(typeof suite === "string" && suite !== "" ? { suite } : {}),
      ...(typeof environment === "string" && environment !== "" ? { environment } : {}),
      ...(known === undefined ? {} : { state: known }),
      ...(starter === undefined ? {} : { trigger: starter }),
      ...(typeof hide === "string" && hide !== "" ? { hide } : {}),
    };
  },
  beforeLoad: openDefaultView("runs", "/$org/$project/runs"),
  component: lazyRouteComponent(() => import("../pages/runs/runs-page.tsx"), "RunsPage"),
});

export interface RunSearch {
  readonly filter?: string | undefined;
  /** The result that is shown: its number in the run, from 0. */
  readonly case?: number | undefined;
}

export const runRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "runs/$run",
  staticData: { crumb: RunCrumbs },
  validateSearch: ({ filter, case: position }: Record<string, unknown>): RunSearch => ({
    ...(typeof filter === "string" && filter !== "" ? { filter } : {}),
    ...(Number.isSafeInteger(position) && Number(position) >= 0 ? { case: Number(position) } : {}),
  }),
  component: lazyRouteComponent(() => import("../pages/runs/run-page.tsx"), "RunPage"),
});

export interface CompareSearch {
  readonly change?: string | undefined;
}

export const compareRunsRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "runs/$run/compare/$other",
  staticData: { crumb: RunCrumbs },
  validateSearch: ({ change }: Record<string, unknown>): CompareSearch =>
    typeof change === "string" && change !== "" ? { change } : {},
  component: lazyRouteComponent(() => import("../pages/runs/compare-page.tsx"), "ComparePage"),
});
