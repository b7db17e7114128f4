import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { TryCrumb } from "../shell/crumbs.tsx";
import { projectRoute } from "./project.route.ts";

const component = lazyRouteComponent(() => import("../pages/try/try-page.tsx"), "TryPage");

export interface TrySearch {
  /** The endpoint whose request is made, and its specification. */
  readonly spec?: string;
  readonly endpoint?: string;
}

/** A new request. */
export const tryRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "try",
  staticData: { crumb: TryCrumb },
  validateSearch: ({ spec, endpoint }: Record<string, unknown>): TrySearch =>
    typeof spec === "string" && typeof endpoint === "string" ? { spec, endpoint } : {},
  component,
});

/** A request that was sent. */
export const sentRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: "try/$sent",
  staticData: { crumb: TryCrumb },
  component,
});
