import { createRootRoute } from "@tanstack/react-router";
import { MissingPage, RouteFailure } from "../shell/route-states.tsx";
import { Root } from "../shell/root.tsx";

export const rootRoute = createRootRoute({
  component: Root,
  errorComponent: RouteFailure,
  notFoundComponent: MissingPage,
});
