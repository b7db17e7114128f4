import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { versionRoute } from "./version.route.ts";

export interface SourceSearch {
  /** From 1. */
  readonly line?: number;
}

export const sourceRoute = createRoute({
  getParentRoute: () => versionRoute,
  path: "source",
  staticData: { isWide: true },
  validateSearch: ({ line }: Record<string, unknown>): SourceSearch =>
    Number.isInteger(line) && Number(line) > 0 ? { line: Number(line) } : {},
  component: lazyRouteComponent(() => import("../pages/source/source-page.tsx"), "SourcePage"),
});
